import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createRawMail } from '#test/mail/mail-fixture.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let ownerId: string;
let businessId: string;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Ada Admin' });
  ownerId = await api.makeCustomer(workspaceId, { name: 'Olive Owner', email: 'olive@clinic.test' });
  businessId = await addBusiness({ ownerId });
});

async function addBusiness(fields: Record<string, unknown>): Promise<string> {
  const { body } = await admin.post('/businesses', { name: 'Harbor Dental', type: 'dental', ...fields });
  return body.business.id;
}

async function setOwnScope(): Promise<void> {
  await api.db.updateTable('workspaces').set({ record_scope: 'own' }).where('id', '=', workspaceId).execute();
}

const getBusinessActivities = (caller: Caller, query = '') =>
  caller.get(`/businesses/${businessId}/activities${query}`);
const listTypes = (body: { activities: { type: string }[] }): string[] =>
  body.activities.map(({ type }) => type);

describe('notes of a business', () => {
  it('are listed, filtered, edited, pinned, deleted, and restored as on a customer', async () => {
    const path = `/businesses/${businessId}/notes`;
    const { status, body } = await admin.post(path, { body: 'Asked for the lease' });
    expect(status).toBe(201);
    expect(body.note).toMatchObject({
      customerId: null,
      businessId,
      body: 'Asked for the lease',
      version: 1,
    });
    await admin.post(path, { body: 'Spoke', kind: 'call', durationMinutes: 5 });
    expect((await admin.get(path)).body).toMatchObject({ total: 2 });
    expect((await admin.get(`${path}?kind=call`)).body).toMatchObject({
      total: 1,
      notes: [{ body: 'Spoke' }],
    });
    const edited = await admin.patch(`/notes/${body.note.id}`, {
      version: 1,
      body: 'Got it',
      isPinned: true,
    });
    expect(edited.body.note).toMatchObject({ body: 'Got it', isPinned: true, version: 2 });
    expect((await admin.delete(`/notes/${body.note.id}`)).status).toBe(204);
    expect((await admin.get(path)).body.total).toBe(1);
    expect((await admin.post(`/notes/${body.note.id}/restore`)).status).toBe(200);
    const stored = await api.db
      .selectFrom('notes')
      .select(['customer_id', 'business_id', 'deleted_at'])
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', body.note.id)
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ customer_id: null, business_id: businessId, deleted_at: null });
    expect(listTypes((await getBusinessActivities(admin, '?type=notes&type=calls')).body)).toEqual([
      'call.logged',
      'note.added',
    ]);
  });

  it('reject a missing body, an unknown business, a deleted one, and callers without rights', async () => {
    const path = `/businesses/${businessId}/notes`;
    expect((await admin.post(path, { body: '' })).status).toBe(400);
    expect((await admin.post(path, { body: 'x', customerId: businessId })).status).toBe(404);
    expect((await admin.post(`/businesses/${ownerId}/notes`, { body: 'x' })).status).toBe(404);
    expect((await api.guest.post(path, { body: 'x' })).status).toBe(401);
    const stranger = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect((await stranger.post(path, { body: 'x' })).status).toBe(404);
    await admin.delete(`/businesses/${businessId}`);
    expect((await admin.post(path, { body: 'x' })).status).toBe(422);
  });

  it('appear once on each record that they are attached to', async () => {
    const written = [
      (
        await admin.post(`/businesses/${businessId}/notes`, {
          body: 'From the business',
          customerId: ownerId,
        })
      ).body,
      (await admin.post(`/users/${ownerId}/notes`, { body: 'From the owner', businessId })).body,
    ];
    for (const { note } of written) expect(note).toMatchObject({ customerId: ownerId, businessId });
    for (const path of [`/businesses/${businessId}`, `/users/${ownerId}`]) {
      const { activities } = (await admin.get(`${path}/activities?type=notes`)).body;
      expect(activities).toMatchObject([
        { type: 'note.added', subject: { excerpt: 'From the owner' }, business: { id: businessId } },
        { type: 'note.added', subject: { excerpt: 'From the business' }, business: { id: businessId } },
      ]);
      expect((await admin.get(`${path}/notes`)).body.total).toBe(2);
    }
    expect((await admin.get(`/users/${ownerId}`)).body.user.counts.notes).toBe(2);
  });

  it('are visible to the readers of either record, and to nobody else', async () => {
    await setOwnScope();
    const [broker, ownersBroker, outsider] = [
      await api.signIn({ role: 'STAFF', workspaceId }),
      await api.signIn({ role: 'STAFF', workspaceId }),
      await api.signIn({ role: 'STAFF', workspaceId }),
    ];
    const customerId = await api.makeCustomer(workspaceId, { brokerId: ownersBroker.userId });
    businessId = await addBusiness({ brokerId: broker.userId });
    const { note } = (await admin.post(`/businesses/${businessId}/notes`, { body: 'Both', customerId })).body;
    const alone = (await admin.post(`/businesses/${businessId}/notes`, { body: 'Alone' })).body.note;
    const pin = (caller: Caller, { id, version }: { id: string; version: number }) =>
      caller.patch(`/notes/${id}`, { version, isPinned: true });
    expect((await pin(broker, note)).status).toBe(200);
    expect((await pin(ownersBroker, { ...note, version: 2 })).status).toBe(200);
    expect((await pin(ownersBroker, alone)).status).toBe(404);
    for (const { id, version } of [note, alone])
      expect((await pin(outsider, { id, version: version + 2 })).status).toBe(404);
    expect((await broker.get(`/businesses/${businessId}/notes`)).body.total).toBe(2);
    expect((await outsider.get(`/businesses/${businessId}/notes`)).status).toBe(404);
    expect((await outsider.get(`/businesses/${businessId}/activities`)).status).toBe(404);
    expect(
      listTypes((await ownersBroker.get(`/users/${customerId}/activities?type=notes`)).body),
    ).toHaveLength(1);
  });

  it('stay closed to staff without the area of businesses', async () => {
    const { note } = (await admin.post(`/businesses/${businessId}/notes`, { body: 'Closed' })).body;
    await api.db
      .updateTable('workspaces')
      .set({ staff_access: ['users'] })
      .where('id', '=', workspaceId)
      .execute();
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    expect((await staff.get(`/businesses/${businessId}/notes`)).status).toBe(404);
    expect((await staff.patch(`/notes/${note.id}`, { version: 1, isPinned: true })).status).toBe(404);
  });

  it('are never shown to the client who owns the business, nor to another client', async () => {
    await admin.post(`/businesses/${businessId}/notes`, { body: 'Owner is difficult', customerId: ownerId });
    const owner = await api.signIn({ role: 'CLIENT', workspaceId, customerId: ownerId });
    const otherId = await api.makeCustomer(workspaceId);
    const other = await api.signIn({ role: 'CLIENT', workspaceId, customerId: otherId });
    for (const client of [owner, other])
      for (const path of ['notes', 'activities', 'tasks'])
        expect([403, 404]).toContain((await client.get(`/businesses/${businessId}/${path}`)).status);
    const timeline = await owner.get(`/users/${ownerId}/activities`);
    expect(timeline.text).not.toContain('difficult');
    expect(
      timeline.body.activities.map(({ business }: { business: unknown }) => business),
    ).not.toContainEqual(expect.anything());
  });

  it('do not show the new name of a business that went to another owner', async () => {
    await setOwnScope();
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const firstId = await api.makeCustomer(workspaceId, { brokerId: staff.userId });
    businessId = await addBusiness({ name: 'Went Away', ownerId: firstId });
    await admin.post(`/businesses/${businessId}/notes`, { body: 'Written before', customerId: firstId });
    const next = { version: 1, ownerId: await api.makeCustomer(workspaceId), name: 'New Secret Name' };
    await admin.patch(`/businesses/${businessId}`, next);
    const { text, body } = await staff.get(`/users/${firstId}/activities?type=notes`);
    expect(body.activities).toMatchObject([{ business: null, subject: { excerpt: 'Written before' } }]);
    expect(text).not.toContain('New Secret Name');
  });

  it('move with a customer that is merged, and stay on the business', async () => {
    const survivorId = await api.makeCustomer(workspaceId, { name: 'Olive Owner-Smith' });
    const { note } = (
      await admin.post(`/businesses/${businessId}/notes`, { body: 'Both', customerId: ownerId })
    ).body;
    const merged = await admin.post(`/users/${survivorId}/merge`, {
      otherId: ownerId,
      version: 1,
      otherVersion: 1,
    });
    expect(merged.status, merged.text).toBeLessThan(300);
    expect((await admin.get(`/users/${survivorId}/notes`)).body.notes).toMatchObject([
      { id: note.id, customerId: survivorId, businessId },
    ]);
    expect(listTypes((await getBusinessActivities(admin, '?type=notes')).body)).toEqual(['note.added']);
  });

  it('notify the colleagues they mention, with a link to the note', async () => {
    const colleague = await api.signIn({ role: 'STAFF', workspaceId });
    const { note } = (
      await admin.post(`/businesses/${businessId}/notes`, { body: `See @[Cole](${colleague.userId})` })
    ).body;
    expect((await colleague.get('/notifications')).body.notifications).toMatchObject([
      {
        type: 'mention',
        title: 'Ada Admin mentioned you in a note on Harbor Dental',
        customerId: null,
        businessId,
        subject: { kind: 'note', id: note.id },
      },
    ]);
  });
});

describe('tasks of a business', () => {
  it('are created and listed on it, and appear once on each of its records', async () => {
    const path = `/businesses/${businessId}/tasks`;
    const both = await admin.post(path, { title: 'Collect tax returns', customerId: ownerId });
    expect(both.status).toBe(201);
    expect(both.body.task).toMatchObject({ customer: { id: ownerId }, business: { id: businessId } });
    const alone = (await admin.post(path, { title: 'Photograph the office' })).body.task;
    expect(alone).toMatchObject({ customer: null, business: { id: businessId, name: 'Harbor Dental' } });
    expect((await admin.get(path)).body.total).toBe(2);
    expect((await admin.get(`/tasks?businessId=${businessId}`)).body.total).toBe(2);
    expect((await admin.get(`/users/${ownerId}/activities?type=tasks`)).body.total).toBe(1);
    await admin.patch(`/tasks/${alone.id}`, { version: 1, status: 'done' });
    expect(listTypes((await getBusinessActivities(admin, '?type=tasks')).body)).toEqual([
      'task.completed',
      'task.created',
      'task.created',
    ]);
    expect((await admin.get(`/users/${ownerId}`)).body.user.counts.openTasks).toBe(1);
  });

  it('reject a missing title, an unknown business, a deleted one, and callers without rights', async () => {
    const path = `/businesses/${businessId}/tasks`;
    expect((await admin.post(path, {})).status).toBe(400);
    expect((await admin.post(path, { title: 'x', audience: 'client' })).status).toBe(400);
    expect((await admin.post(`/businesses/${ownerId}/tasks`, { title: 'x' })).status).toBe(404);
    expect((await api.guest.post(path, { title: 'x' })).status).toBe(401);
    await admin.delete(`/businesses/${businessId}`);
    expect((await admin.post(path, { title: 'x' })).status).toBe(422);
  });

  it('are visible to readers of the business, without the name of a customer out of scope', async () => {
    await setOwnScope();
    const broker = await api.signIn({ role: 'STAFF', workspaceId });
    const outsider = await api.signIn({ role: 'STAFF', workspaceId });
    businessId = await addBusiness({ brokerId: broker.userId });
    const { task } = (
      await admin.post(`/businesses/${businessId}/tasks`, { title: 'Shared', customerId: ownerId })
    ).body;
    const seen = await broker.get(`/tasks/${task.id}`);
    expect(seen.body.task).toMatchObject({ customer: null, business: { id: businessId } });
    expect(seen.text).not.toContain('Olive');
    expect((await outsider.get(`/tasks/${task.id}`)).status).toBe(404);
    const findDetail = async (caller: Caller) => (await caller.get('/search?q=shared')).body.hits[0].detail;
    expect(await findDetail(broker)).toBeNull();
    expect(await findDetail(admin)).toBe('Olive Owner');
    await admin.delete(`/users/${ownerId}`);
    expect(await findDetail(admin)).toBeNull();
  });

  it('join the timeline of a business that they are given to later', async () => {
    const { task } = (await admin.post('/tasks', { title: 'Free at first' })).body;
    await admin.patch(`/tasks/${task.id}`, { version: 1, businessId });
    await admin.patch(`/tasks/${task.id}`, { version: 2, customerId: ownerId });
    expect(listTypes((await getBusinessActivities(admin, '?type=tasks')).body)).toEqual(['task.created']);
    expect((await admin.get(`/users/${ownerId}/activities?type=tasks`)).body.total).toBe(1);
    expect((await admin.get(`/users/${ownerId}`)).body.user.counts.openTasks).toBe(1);
  });

  it('notify their assignee with a link to the task', async () => {
    const colleague = await api.signIn({ role: 'STAFF', workspaceId });
    const { task } = (
      await admin.post(`/businesses/${businessId}/tasks`, { title: 'Yours', assigneeId: colleague.userId })
    ).body;
    expect((await colleague.get('/notifications')).body.notifications).toMatchObject([
      { type: 'task.assigned', customerId: null, businessId, subject: { kind: 'task', id: task.id } },
    ]);
  });
});

describe('emails about a business', () => {
  const path = (): string => `/businesses/${businessId}/send-email`;

  it('go to its owner, and appear once on each of them', async () => {
    const { status, body } = await admin.post(path(), { subject: 'Tax returns', text: 'Please send them' });
    expect(status).toBe(202);
    expect(body.email).toMatchObject({
      to: ['olive@clinic.test'],
      subject: 'Tax returns',
      direction: 'outbound',
    });
    for (const record of [`/businesses/${businessId}`, `/users/${ownerId}`]) {
      expect((await admin.get(`${record}/emails`)).body).toMatchObject({
        total: 1,
        emails: [{ id: body.email.id }],
      });
      const { activities } = (await admin.get(`${record}/activities?type=emails`)).body;
      // A delivery that fails in the meantime has a separate entry.
      expect(listTypes({ activities }).filter((type) => type === 'email.queued')).toHaveLength(1);
    }
    const thread = await api.db
      .selectFrom('threads')
      .select('business_id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', body.email.threadId)
      .executeTakeFirstOrThrow();
    expect(thread).toEqual({ business_id: businessId });
  });

  it('go to chosen recipients, and an answer is part of the same thread', async () => {
    const to = ['cpa@firm.test', 'attorney@law.test'];
    const { email } = (await admin.post(path(), { to, subject: 'Closing', text: 'Draft attached' })).body;
    expect(email.to).toEqual(to);
    expect((await admin.get(`/users/${ownerId}/emails`)).body.total).toBe(0);
    const answer = { to, subject: 'Re: Closing', text: 'And this', inReplyTo: email.id, withQuote: true };
    const answered = (await admin.post(path(), answer)).body.email;
    expect(answered.threadId).toBe(email.threadId);
    expect((await admin.get(`/businesses/${businessId}/emails?q=closing`)).body.total).toBe(2);
    expect((await admin.get(`/businesses/${businessId}/emails?q=nowhere`)).body.total).toBe(0);
    const later = {
      to,
      subject: 'Later',
      text: 'x',
      scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const scheduled = (await admin.post(path(), later)).body.email;
    expect((await admin.post(`/emails/${scheduled.id}/cancel`)).body.email.status).toBe('canceled');
    expect((await getBusinessActivities(admin, '?type=emails')).body.total).toBeGreaterThanOrEqual(3);
  });

  it('take in an answer of somebody unknown, and notify the broker with a link to it', async () => {
    const broker = await api.signIn({ role: 'STAFF', workspaceId });
    businessId = await addBusiness({ brokerId: broker.userId });
    const mail = { to: ['cpa@firm.test'], subject: 'Numbers', text: 'Please send them' };
    const { email } = (await admin.post(path(), mail)).body;
    const { message_id: messageId } = await api.db
      .selectFrom('messages')
      .select('message_id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', email.id)
      .executeTakeFirstOrThrow();
    const inbound = (await admin.post('/mailboxes/inbound-token')).body.inbound.url;
    const raw = createRawMail({
      From: 'cpa@firm.test',
      To: 'office@crm.test',
      Subject: 'Re: Numbers',
      'In-Reply-To': messageId,
    });
    const answer = await api.guest.upload(new URL(inbound).pathname.replace('/api', ''), raw, {
      headers: { 'content-type': 'message/rfc822' },
    });
    expect(answer.body).toEqual({ result: 'filed' });
    const { emails } = (await admin.get(`/businesses/${businessId}/emails`)).body;
    expect(emails).toMatchObject([{ subject: 'Re: Numbers', direction: 'inbound' }, { subject: 'Numbers' }]);
    expect(listTypes((await getBusinessActivities(admin, '?type=emails')).body)).toContain('email.received');
    expect((await broker.get('/notifications')).body.notifications).toMatchObject([
      {
        type: 'email.received',
        customerId: null,
        businessId,
        subject: { kind: 'message', id: emails[0].id },
      },
    ]);
  });

  it('reject a business without an owner to write to, bad input, and callers without rights', async () => {
    const mail = { subject: 'Hello', text: 'Text' };
    const alone = await addBusiness({});
    const refused = await admin.post(`/businesses/${alone}/send-email`, mail);
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ path: 'to' }]]);
    expect((await admin.post(path(), { ...mail, to: [] })).status).toBe(400);
    expect((await admin.post(path(), { ...mail, to: ['nobody'] })).status).toBe(400);
    expect((await admin.post(`/businesses/${ownerId}/send-email`, mail)).status).toBe(404);
    expect((await api.guest.post(path(), mail)).status).toBe(401);
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId: ownerId });
    expect((await client.post(path(), mail)).status).toBe(404);
    expect((await client.get(`/businesses/${businessId}/emails`)).status).toBe(404);
  });

  it('are visible to readers of the business only', async () => {
    await setOwnScope();
    const broker = await api.signIn({ role: 'STAFF', workspaceId });
    const outsider = await api.signIn({ role: 'STAFF', workspaceId });
    businessId = await addBusiness({ brokerId: broker.userId });
    const to = ['cpa@firm.test'];
    const { email } = (await admin.post(path(), { to, subject: 'Numbers', html: '<p>Text</p>' })).body;
    expect((await broker.get(`/businesses/${businessId}/emails`)).body.total).toBe(1);
    expect((await broker.post(`/emails/${email.id}/html-ticket`, {})).status).toBe(201);
    expect((await outsider.get(`/businesses/${businessId}/emails`)).status).toBe(404);
    expect((await outsider.post(`/emails/${email.id}/html-ticket`, {})).status).toBe(404);
  });
});
