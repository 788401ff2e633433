import { businessStages } from '@handover/contract/businesses/business-stages.ts';
import type { FeedEntry } from '@handover/contract/dashboard.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createImportFixture } from '#test/import-fixture.ts';
import { bulkJobs } from '#platform/records/bulk/bulk.job.ts';
import { createMailFixture, createRawMail, type MailFixture } from '#test/mail/mail-fixture.ts';
import { runJob } from '#test/run-job.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let staff: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  // 11:30 p.m. on November 30 in New York, the workspace's time zone; already December in UTC.
  api.clock.set(new Date('2026-12-01T04:30:00Z'));
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  staff = await api.signIn({ role: 'STAFF', workspaceId });
});

/** From here on, staff see only their own customers and businesses. */
async function limitStaff(): Promise<void> {
  await api.db.updateTable('workspaces').set({ record_scope: 'own' }).where('id', '=', workspaceId).execute();
}

const getTotal = async (caller: Caller, path: string): Promise<number> => (await caller.get(path)).body.total;

async function addBusiness(parts: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await admin.post('/businesses', { name: 'Clinic', type: 'dental', ...parts });
  expect(status).toBe(201);
  return body.business.id;
}

async function enterStage(id: string, at: string, stage = 'on_market'): Promise<void> {
  await api.db
    .updateTable('businesses')
    .set({ stage: stage as 'on_market', stage_reason: 'Closed', stage_entered_at: new Date(at) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

describe('new customers', () => {
  /** Adds a customer who joined long before. */
  const add = async (name: string, createdAt: string, brokerId?: string) => {
    const added = await admin.post('/users', { name, joiningDate: '2005-05-23', brokerId: brokerId ?? null });
    await api.db
      .updateTable('customers')
      .set({ created_at: new Date(createdAt) })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', added.body.user.id)
      .execute();
    return added;
  };

  it('are counted by the month in which they were added, in the workspace’s time zone, as the linked list shows', async () => {
    await add('A', '2026-11-01T04:00:00Z', staff.userId);
    await add('B', '2026-12-01T04:30:00Z');
    await add('C', '2026-11-01T03:59:59Z', staff.userId);
    await add('D', '2026-05-31T12:00:00Z');
    const gone = await add('E', '2026-11-02T12:00:00Z');
    await admin.delete(`/users/${gone.body.user.id}`);
    await limitStaff();
    const expected = new Map([
      [admin, { total: 4, counts: [0, 0, 0, 0, 1, 2] }],
      [staff, { total: 2, counts: [0, 0, 0, 0, 1, 1] }],
    ]);
    for (const [caller, { total, counts }] of expected) {
      const { growth } = (await caller.get('/dashboard/customers')).body;
      expect(growth.months.map((month: { from: string }) => month.from)).toEqual([
        '2026-06-01',
        '2026-07-01',
        '2026-08-01',
        '2026-09-01',
        '2026-10-01',
        '2026-11-01',
      ]);
      expect(growth.months.map((month: { count: number }) => month.count)).toEqual(counts);
      expect([growth.total, await getTotal(caller, '/users')]).toEqual([total, total]);
      for (const { from, to, count } of growth.months)
        expect(await getTotal(caller, `/users?createdFrom=${from}&createdTo=${to}`)).toBe(count);
    }
  });
});

describe('businesses', () => {
  it('are counted by stage with their current asking prices, as in the list', async () => {
    await addBusiness({ askingPriceCents: 500_000_00, reducedPriceCents: 450_000_00 });
    await addBusiness({ askingPriceCents: 100_000_01, brokerId: staff.userId });
    await addBusiness({ askingPriceCents: 70_000_00, currency: 'CAD' });
    await addBusiness();
    await enterStage(await addBusiness({ askingPriceCents: 1 }), '2026-11-01T00:00:00Z', 'sold');
    const trashed = await addBusiness({ askingPriceCents: 5 });
    await admin.delete(`/businesses/${trashed}`);
    const { stages } = (await admin.get('/dashboard/stages')).body;
    expect(stages.map((total: { stage: string }) => total.stage)).toEqual([...businessStages]);
    expect(stages[0]).toEqual({
      stage: 'lead',
      count: 4,
      unpricedCount: 1,
      asking: [
        { currency: 'CAD', cents: 70_000_00 },
        { currency: 'USD', cents: 550_000_01 },
      ],
    });
    await limitStaff();
    for (const caller of [admin, staff])
      for (const { stage, count } of (await caller.get('/dashboard/stages')).body.stages)
        expect(await getTotal(caller, `/businesses?stage=${stage}`), stage).toBe(count);
    expect((await staff.get('/dashboard/stages')).body.stages[0].count).toBe(1);
  });

  it('are listed after 30 days in a stage, the longest first, until they are closed', async () => {
    const late = await addBusiness({ name: 'Late' });
    const later = await addBusiness({ name: 'Later' });
    const sold = await addBusiness({ name: 'Sold' });
    const fresh = await addBusiness({ name: 'Fresh' });
    // Midnight on October 31 in New York is 04:00 UTC.
    await enterStage(late, '2026-10-31T03:59:59.999Z');
    await enterStage(fresh, '2026-10-31T04:00:00Z');
    await enterStage(later, '2026-08-01T00:00:00Z');
    await enterStage(sold, '2026-01-01T00:00:00Z', 'sold');
    const { stuck } = (await admin.get('/dashboard/businesses')).body.urgent;
    expect(stuck.days).toBe(30);
    expect(stuck.businesses.map((one: { name: string }) => one.name)).toEqual(['Later', 'Late']);
    expect(stuck.total).toBe(2);
    expect(await getTotal(admin, '/businesses?isStuck=true')).toBe(2);
    expect(await getTotal(admin, '/businesses?isOpen=true&stageBefore=2026-10-31')).toBe(2);
  });

  it('with a lease that ends within 180 days are listed, a few of many with the exact number', async () => {
    for (const leaseEnd of ['2026-01-01', '2026-12-24', '2027-01-01', '2027-05-28', '2027-05-29', null])
      await addBusiness({ name: leaseEnd ?? 'none', leaseEnd });
    await addBusiness({ name: 'staff', leaseEnd: '2027-02-01', brokerId: staff.userId });
    const { leases } = (await admin.get('/dashboard/businesses')).body.urgent;
    expect(leases.businesses.map((one: { leaseEnd: string }) => one.leaseEnd)).toEqual([
      '2026-01-01',
      '2026-12-24',
      '2027-01-01',
      '2027-02-01',
    ]);
    expect(leases.total).toBe(5);
    await limitStaff();
    for (const [caller, total] of [[admin, 5] as const, [staff, 1] as const]) {
      expect((await caller.get('/dashboard/businesses')).body.urgent.leases.total).toBe(total);
      expect(await getTotal(caller, `/businesses?isOpen=true&leaseBefore=${leases.before}`)).toBe(total);
    }
  });
});

describe('mail that waits', () => {
  let desk: MailFixture;
  beforeEach(async () => {
    desk = await createMailFixture(api);
    ({ workspaceId, admin, staff } = desk);
  });

  const receive = (subject: string, headers: Record<string, string> = {}) =>
    desk.admin.upload(
      desk.inboundPath,
      createRawMail({ From: desk.address, To: 'office@crm.test', Subject: subject, ...headers }),
      { headers: { 'content-type': 'message/rfc822' } },
    );
  const unanswered = async (caller: Caller) => (await caller.get('/dashboard/unanswered')).body;

  it('lists conversations in which the customer wrote last, and none that somebody answered', async () => {
    expect((await receive('First question')).body.result).toBe('filed');
    api.clock.set(new Date('2026-12-01T05:30:00Z'));
    await receive('Second question');
    const { mails, total } = await unanswered(staff);
    expect(total).toBe(2);
    expect(mails).toMatchObject([
      { subject: 'First question', customer: { id: desk.customerId, name: 'Ann Abbott' }, snippet: 'Hello' },
      { subject: 'Second question' },
    ]);
    api.clock.set(new Date('2026-12-01T06:30:00Z'));
    const answer = await staff.post(`/users/${desk.customerId}/send-email`, {
      subject: 'Re: First question',
      text: 'Yes',
      inReplyTo: mails[0].id,
      scheduledAt: '2026-12-03T10:00:00.000Z',
    });
    expect(answer.status).toBe(202);
    expect((await unanswered(staff)).mails).toMatchObject([{ subject: 'Second question' }]);
    await staff.post(`/emails/${answer.body.email.id}/cancel`);
    expect((await unanswered(staff)).total).toBe(2);
  });

  it('lists email assigned from triage, and each conversation once', async () => {
    await receive('From somewhere else', {
      From: 'new@elsewhere.test',
      'Message-ID': '<one@elsewhere.test>',
    });
    expect((await unanswered(staff)).total).toBe(0);
    const { mails } = (await desk.admin.get('/triage')).body;
    const { customerId } = desk;
    expect((await desk.admin.post(`/triage/${mails[0].id}/file`, { customerId })).status).toBe(200);
    expect((await unanswered(staff)).mails).toMatchObject([{ subject: 'From somewhere else' }]);
    api.clock.set(new Date('2026-12-01T05:30:00Z'));
    await receive('One more thing', { From: 'new@elsewhere.test', 'In-Reply-To': '<one@elsewhere.test>' });
    const waiting = await unanswered(staff);
    expect([waiting.mails, waiting.total]).toMatchObject([[{ subject: 'One more thing' }], 1]);
  });

  it('pages oldest first, and excludes email older than 90 days', async () => {
    for (const hour of ['01', '02', '03']) {
      api.clock.set(new Date(`2026-12-02T${hour}:00:00Z`));
      await receive(`At ${hour}`);
    }
    const one = (await staff.get('/dashboard/unanswered?limit=2')).body;
    const two = (await staff.get(`/dashboard/unanswered?limit=2&cursor=${one.nextCursor}`)).body;
    expect([...one.mails, ...two.mails].map((mail) => mail.subject)).toEqual(['At 01', 'At 02', 'At 03']);
    expect([one.total, two.total, two.nextCursor]).toEqual([3, 3, null]);
    api.clock.set(new Date('2027-03-02T02:00:00.000Z'));
    const later = await api.signIn({ role: 'ADMIN', workspaceId });
    expect((await unanswered(later)).total).toBe(2);
  });

  it('lists mail that failed, may not have arrived, or was not delivered, newest first', async () => {
    const sent = [];
    for (const subject of ['Failed', 'Uncertain', 'Undelivered', 'Fine'])
      sent.push(
        (
          await staff.post(`/users/${desk.customerId}/send-email`, {
            subject,
            text: 'x',
            scheduledAt: '2026-12-24T10:00:00.000Z',
          })
        ).body.email.id,
      );
    for (const [index, status] of (['failed', 'uncertain', 'undelivered', 'sent'] as const).entries())
      await api.db
        .updateTable('messages')
        .set({ status, created_at: new Date(`2026-12-01T0${index + 1}:00:00Z`) })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', sent[index])
        .execute();
    const { mails, total } = (await staff.get('/dashboard/undelivered')).body;
    expect([mails.map((mail: { subject: string }) => mail.subject), total]).toEqual([
      ['Undelivered', 'Uncertain', 'Failed'],
      3,
    ]);
  });

  it('hides mail of customers out of scope and of colleagues’ private mailboxes', async () => {
    await receive('Question');
    await api.db
      .updateTable('mailboxes')
      .set({ owner_id: admin.userId })
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect([(await unanswered(admin)).total, (await unanswered(staff)).total]).toEqual([1, 0]);
    await api.db
      .updateTable('mailboxes')
      .set({ owner_id: null })
      .where('workspace_id', '=', workspaceId)
      .execute();
    await limitStaff();
    expect((await unanswered(staff)).total).toBe(0);
    await admin.patch(`/users/${desk.customerId}`, { version: 1, brokerId: staff.userId });
    expect((await unanswered(staff)).total).toBe(1);
  });
});

describe('feed', () => {
  it('shows what happened in scope, newest first, page by page, with the customer to open', async () => {
    const mine = await api.makeCustomer(workspaceId, { name: 'Mine', brokerId: staff.userId });
    const other = await api.makeCustomer(workspaceId, { name: 'Other' });
    for (const [minute, customer, body] of [
      ['31', mine, 'one'],
      ['32', other, 'two'],
      ['33', mine, 'three'],
    ] as const) {
      api.clock.set(new Date(`2026-12-01T04:${minute}:00Z`));
      await admin.post(`/users/${customer}/notes`, { body });
    }
    const excerpts = (body: { activities: { subject: { excerpt: string | null } }[] }) =>
      body.activities.map(({ subject }) => subject.excerpt).filter((text) => text !== null);
    const one = (await admin.get('/dashboard/activities?limit=2')).body;
    const two = (await admin.get(`/dashboard/activities?limit=2&cursor=${one.nextCursor}`)).body;
    expect([...excerpts(one), ...excerpts(two)]).toEqual(['three', 'two', 'one']);
    expect(one.activities[1].customer).toEqual({ id: other, name: 'Other' });
    await limitStaff();
    const own = (await staff.get('/dashboard/activities')).body;
    expect(excerpts(own)).toEqual(['three', 'one']);
    expect(JSON.stringify(own)).not.toContain('Other');
  });

  const lines = async (caller: Caller) =>
    (await caller.get('/dashboard/activities')).body.activities.map(({ type, run, customer }: FeedEntry) => [
      type,
      run?.count ?? customer?.name,
    ]);

  it('shows one line for each import, bulk action, and merge', async () => {
    const fixture = await createImportFixture(api);
    await fixture.take('Name,Email\nAnn,ann@lee.test\nBea,bea@lee.test\nCy,cy@lee.test\n');
    expect(await lines(fixture.admin)).toEqual([['customer.imported', 3]]);

    await api.makeCustomer(workspaceId, { name: 'Mine', brokerId: staff.userId });
    const [survivor, other] = [
      await api.makeCustomer(workspaceId, { name: 'One' }),
      await api.makeCustomer(workspaceId, { name: 'Two' }),
    ];
    await admin.post(`/users/${other}/notes`, { body: 'Hello' });
    const { body } = await admin.post('/bulk-runs', {
      selection: { filter: {} },
      input: { action: 'assign', brokerId: admin.userId },
    });
    const [job] = bulkJobs(api.booted.platform);
    await runJob(job, { workspaceId, runId: body.bulkRun.id });
    await admin.post(`/users/${survivor}/merge`, { version: 2, otherId: other, otherVersion: 2 });
    const shown = await lines(admin);
    expect(shown).toContainEqual(['customer.updated', 3]);
    expect(shown).toContainEqual(['customer.merged', 'One']);
    expect(shown).toHaveLength(6);
    const pages = (await admin.get('/dashboard/activities?limit=4')).body;
    const rest = (await admin.get(`/dashboard/activities?limit=4&cursor=${pages.nextCursor}`)).body;
    expect([...pages.activities, ...rest.activities]).toHaveLength(6);
  });

  it('does not count records of a bulk action that are out of scope', async () => {
    for (const name of ['One', 'Two']) await api.makeCustomer(workspaceId, { name });
    const tag = await admin.post('/tags', { name: 'New' });
    const { body } = await admin.post('/bulk-runs', {
      selection: { filter: {} },
      input: { action: 'tag', tagIds: [tag.body.tag.id] },
    });
    const [job] = bulkJobs(api.booted.platform);
    await runJob(job, { workspaceId, runId: body.bulkRun.id });
    await limitStaff();
    expect(await lines(staff)).toEqual([]);
    await api.db
      .updateTable('customers')
      .set({ broker_id: staff.userId })
      .where('workspace_id', '=', workspaceId)
      .where('name', '=', 'One')
      .execute();
    expect((await staff.get('/dashboard/activities')).body.activities[0].run).toEqual({
      recordType: 'customer',
      count: null,
    });
  });

  it('ends after 30 days', async () => {
    await admin.post('/users', { name: 'Somebody' });
    const laterBy = async (at: string) => {
      api.clock.set(new Date(at));
      const later = await api.signIn({ role: 'ADMIN', workspaceId });
      return (await later.get('/dashboard/activities')).body.activities.length;
    };
    expect(await laterBy('2026-12-31T04:30:00.000Z')).toBe(1);
    expect(await laterBy('2026-12-31T04:30:00.001Z')).toBe(0);
  });
});

describe('first steps', () => {
  it('are marked as done by existing data, not by a click', async () => {
    const lone = await api.makeWorkspace();
    const first = await api.signIn({ role: 'ADMIN', workspaceId: lone });
    const steps = async () => (await first.get('/dashboard/first-steps')).body.steps;
    expect(await steps()).toEqual({
      isEmpty: true,
      isSample: false,
      hasCustomers: false,
      hasImported: false,
      hasInvited: false,
      hasMailServer: false,
      hasPostalAddress: true,
    });
    await api.db.updateTable('workspaces').set({ postal_address: '' }).where('id', '=', lone).execute();
    expect(await steps()).toMatchObject({ hasPostalAddress: false });
    await first.post('/invitations', { email: 'colleague@people.test', role: 'STAFF' });
    await first.post('/users', { name: 'Somebody' });
    expect(await steps()).toMatchObject({
      isEmpty: false,
      hasCustomers: true,
      hasImported: false,
      hasInvited: true,
    });
  });
});
