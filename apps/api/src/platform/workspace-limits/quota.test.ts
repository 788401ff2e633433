import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createImportFixture } from '#test/import-fixture.ts';
import { createMergeFixture } from '#test/merge-fixture.ts';
import { recordStatements } from '#test/statement-recorder.ts';
import { runJob } from '#test/run-job.ts';
import { listJobs } from '#registry.ts';
import { bulkJobs } from '#platform/records/bulk/bulk.job.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let boss: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  boss = await api.signIn({ role: 'SUPERADMIN', workspaceId });
  await setLimits({});
});

const none = { people: null, customers: null };
/** Limits of the plan of test workspaces. */
const setLimits = async (limits: { people?: number; customers?: number }) => {
  const { version } = (await boss.get('/installation/settings')).body.installation;
  const planLimits = { Free: { people: 1, customers: 1 }, Pro: { ...none, ...limits } };
  const answer = await boss.patch('/installation/settings', { version, planLimits });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const rejection = { status: 422, body: { code: 'WORKSPACE_LIMIT' } };
const count = async () => (await admin.get('/users?limit=1')).body.total;
const create = (caller = admin) => caller.post('/users', { name: 'One more' });
const invite = (email: string) => admin.post('/invitations', { email, role: 'STAFF' });

describe('the limits of a plan', () => {
  it('are unlimited until set, except for members on Free', async () => {
    const fresh = await startApi();
    try {
      const first = await fresh.makeWorkspace();
      const runner = await fresh.signIn({ role: 'SUPERADMIN', workspaceId: first });
      expect((await runner.get('/installation/settings')).body.installation.planLimits).toEqual({
        Free: { people: 25, customers: null },
        Pro: none,
      });
    } finally {
      await fresh.close();
    }
  });

  it('are numbers above zero, and are recorded in the audit log of the installation', async () => {
    await setLimits({ people: 7 });
    const [entry] = (await boss.get('/installation/audit?action=updateInstallationSettings')).body.entries;
    expect(entry.detail).toMatchObject({
      changed: ['plan_limits'],
      planLimits: { Pro: { people: 7, customers: null } },
    });
    const { version } = (await boss.get('/installation/settings')).body.installation;
    for (const people of [0, 1.5, -1, 10_000_001]) {
      const planLimits = { Free: none, Pro: { ...none, people } };
      const { status, body } = await boss.patch('/installation/settings', { version, planLimits });
      expect([status, body.errors[0].path]).toEqual([400, 'planLimits.Pro.people']);
    }
  });

  it('are shown to administrators with what is used', async () => {
    await setLimits({ people: 5, customers: 3 });
    await create();
    await invite('new@people.test');
    expect((await admin.get('/workspace/usage')).body.usage).toEqual({
      plan: 'Pro',
      people: { used: 2, limit: 5 },
      customers: { used: 1, limit: 3 },
    });
    await boss.patch(`/installation/workspaces/${workspaceId}`, { version: 1, plan: 'Free' });
    expect((await admin.get('/workspace/usage')).body.usage).toMatchObject({
      plan: 'Free',
      people: { used: 2, limit: 1 },
    });
  });

  it('take one lookup and no count if there are none', async () => {
    const statements: string[] = [];
    const stop = recordStatements(({ text }) => void statements.push(text));
    try {
      await create();
    } finally {
      stop();
    }
    expect(statements.filter((text) => /for no key update/i.test(text))).toHaveLength(1);
    expect(statements.filter((text) => text.endsWith(' AS used'))).toEqual([]);
  });
});

describe('the last place for a customer', () => {
  it('goes to one of two people who create at once, and the other sees what to do', async () => {
    await setLimits({ customers: 2 });
    await create();
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
    const { body } = answers.find(({ status }) => status === 422) ?? {};
    expect(body.code).toBe('WORKSPACE_LIMIT');
    expect(body.detail).toBe(
      'The Pro plan of this workspace is limited to 2 customers, all of which are in use. Move some to the trash, or ask a superadmin to raise the limit or change the plan.',
    );
    expect(await count()).toBe(2);
  });

  it('is free again when a customer goes to the trash, and is needed to come back', async () => {
    const first = await api.makeCustomer(workspaceId);
    await setLimits({ customers: 1 });
    await admin.delete(`/users/${first}`);
    expect((await create()).status).toBe(201);
    expect(await admin.post(`/users/${first}/restore`)).toMatchObject(rejection);
    expect(await count()).toBe(1);
    await setLimits({ customers: 2 });
    expect((await admin.post(`/users/${first}/restore`)).status).toBe(200);
  });

  it('counts for many that come out of the trash at once, or are restored by undo', async () => {
    const ids = [await api.makeCustomer(workspaceId), await api.makeCustomer(workspaceId)];
    const run = async (path: string, body: object): Promise<{ id: string; counts: object }> => {
      const { bulkRun } = (await admin.post(path, body)).body;
      const [job] = bulkJobs(api.booted.platform);
      await runJob(job, { workspaceId, runId: bulkRun.id });
      return (await admin.get(`/bulk-runs/${String(bulkRun.id)}`)).body.bulkRun;
    };
    const deleted = await run('/bulk-runs', { selection: { filter: {}, ids }, input: { action: 'delete' } });
    await setLimits({ customers: 1 });
    const undone = await run(`/bulk-runs/${deleted.id}/undo`, {});
    expect(undone.counts).toMatchObject({ done: 1, skipped: 1 });
    expect(await count()).toBe(1);
    const again = await run('/bulk-runs', {
      selection: { filter: { deleted: 'true' } },
      input: { action: 'restore' },
    });
    expect(again.counts).toMatchObject({ done: 0, skipped: 1 });
    const { rows } = (await admin.get(`/bulk-runs/${again.id}/rows?limit=10`)).body;
    expect(rows.map(({ reason }: { reason: string }) => reason)).toContainEqual(
      expect.stringMatching(/is limited to 1 customer, all of which are in use/),
    );
    expect(await count()).toBe(1);
  });

  it('is required to undo a merge, which otherwise changes nothing', async () => {
    const desk = await createMergeFixture(api);
    const [one, other] = [await desk.create({ name: 'One' }), await desk.create({ name: 'Other' })];
    const mergeId = await desk.merge(one, other);
    await setLimits({ customers: 1 });
    expect(await desk.undo(mergeId)).toMatchObject(rejection);
    expect((await desk.admin.get('/users?limit=1')).body.total).toBe(1);
    await setLimits({ customers: 2 });
    expect((await desk.undo(mergeId)).status).toBe(200);
  });

  it('skips import rows beyond the limit, each with the reason, and imports the others', async () => {
    const desk = await createImportFixture(api);
    const known = await api.makeCustomer(desk.workspaceId, { name: 'Known', email: 'known@x.test' });
    await setLimits({ customers: 3 });
    const rows = ['Ann,ann@x.test', 'Bob,bob@x.test', 'Cid,cid@x.test', 'Known again,known@x.test'];
    const { run, reasons } = await desk.take(['Name,Email', ...rows].join('\n'));
    expect(run).toMatchObject({ status: 'done', counts: { created: 2, updated: 1, rejected: 1 } });
    expect(reasons).toEqual([
      expect.stringMatching(/^4: The Pro plan of this workspace is limited to 3 customers/),
    ]);
    expect((await desk.customers()).find(({ id }) => id === known)?.name).toBe('Known again');
    expect((await desk.customers()).length).toBe(3);
  });

  it('is predicted row by row by the check of a file, and follows the limit', async () => {
    const desk = await createImportFixture(api);
    await api.makeCustomer(desk.workspaceId, { name: 'Known', email: 'known@x.test' });
    const rows = ['Ann,ann@x.test', 'Bob,bob@x.test', 'Cid,cid@x.test', 'Known again,known@x.test'];
    const { id, mapping } = await desk.upload(['Name,Email', ...rows].join('\n'));
    const foretold = async () => (await desk.get(id)).check.overQuota;
    await setLimits({ customers: 3 });
    expect(await foretold()).toBe(0);
    await desk.check(id);
    expect(await desk.get(id)).toMatchObject({
      check: { counts: { created: 3, updated: 1 }, overQuota: 1 },
    });
    await setLimits({ customers: 1 });
    expect(await foretold()).toBe(3);
    await setLimits({ customers: 4 });
    expect(await foretold()).toBe(0);
    await setLimits({});
    expect(await foretold()).toBe(0);
    await setLimits({ customers: 3 });
    await desk.admin.post(`/imports/${id}/start`, { mapping });
    await desk.run(id);
    expect(await desk.get(id)).toMatchObject({ counts: { created: 2, updated: 1, rejected: 1 } });
    expect((await desk.get(id)).check?.overQuota ?? 0).toBe(0);
  });

  it('is needed by an inquiry by API, which otherwise stays among the new ones', async () => {
    const business = { name: 'Bright Dental', type: 'dental', listingNumber: 'L-1' };
    await admin.post('/businesses', business);
    await api.db
      .updateTable('businesses')
      .set({ stage: 'on_market' })
      .where('workspace_id', '=', workspaceId)
      .execute();
    await create();
    await setLimits({ customers: 1 });
    const inquiry = {
      source: 'BizBuySell',
      name: 'Lee Park',
      email: 'lee@park.test',
      listingReference: 'L-1',
    };
    const { status, body } = await admin.post('/buyer-inquiries', inquiry);
    expect([status, body.inquiry?.status]).toEqual([201, 'pending']);
    expect(await count()).toBe(1);
    expect((await admin.get('/notifications')).body.notifications).toMatchObject([
      { type: 'inquiry.received' },
    ]);
    const accept = () => admin.post(`/buyer-inquiries/${String(body.inquiry.id)}/accept`, {});
    expect(await accept()).toMatchObject(rejection);
    await setLimits({ customers: 2 });
    expect((await accept()).body.inquiry.status).toBe('accepted');
  });

  it('keeps existing customers and accepts no more when the limit is lowered below their number', async () => {
    await create();
    await create();
    await setLimits({ customers: 1 });
    expect(await count()).toBe(2);
    expect(await create()).toMatchObject(rejection);
  });
});

describe('the last place for a person', () => {
  it('is taken by an invitation, once for an address, and given back by its end', async () => {
    await setLimits({ people: 2 });
    const answers = await Promise.all([invite('a@people.test'), invite('b@people.test')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    const open = answers.find(({ status }) => status === 201)?.body.invitation;
    expect(answers.find(({ status }) => status === 422)?.body.detail).toMatch(
      /is limited to 2 people, including open invitations.*ask a superadmin/,
    );
    const again = (await invite(open.email)).body.invitation;
    await admin.delete(`/invitations/${String(again.id)}`);
    expect((await invite('c@people.test')).status).toBe(201);
  });

  it('is reserved for invited members until they join', async () => {
    await setLimits({ people: 2 });
    const { link } = (await invite('new@people.test')).body;
    const accepted = await api.guest.post('/auth/accept-invite', {
      token: link.split('#')[1],
      displayName: 'New Person',
      password: 'a long and winding word',
    });
    expect(accepted.status).toBe(200);
    expect((await admin.get('/workspace/usage')).body.usage.people).toEqual({ used: 2, limit: 2 });
    expect(await invite('late@people.test')).toMatchObject(rejection);
  });

  it('is required to resend an expired invitation, but not a pending one', async () => {
    const { invitation } = (await invite('old@people.test')).body;
    await setLimits({ people: 2 });
    const again = await admin.post(`/invitations/${String(invitation.id)}/resend`);
    expect(again.status).toBe(201);
    await api.db
      .updateTable('one_time_links')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('workspace_id', '=', workspaceId)
      .execute();
    await api.signIn({ role: 'STAFF', workspaceId });
    expect(await admin.post(`/invitations/${String(again.body.invitation.id)}/resend`)).toMatchObject(
      rejection,
    );
  });

  it('is required to rejoin, but not to be a client', async () => {
    const sam = await api.signIn({ role: 'STAFF', workspaceId });
    await admin.post(`/people/${sam.userId}/deactivate`, { version: 1, handOverTo: null });
    await setLimits({ people: 1 });
    expect(await admin.post(`/people/${sam.userId}/reactivate`, { version: 2 })).toMatchObject(rejection);
    expect((await sam.get('/users')).status).toBe(403);
    const customerId = await api.makeCustomer(workspaceId);
    expect((await admin.post(`/users/${customerId}/invite`)).status).toBe(202);
    await setLimits({ people: 2 });
    expect((await admin.post(`/people/${sam.userId}/reactivate`, { version: 2 })).status).toBe(200);
  });
});
