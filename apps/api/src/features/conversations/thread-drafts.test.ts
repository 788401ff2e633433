import type { EmailDraft } from '@handover/contract/conversations/email-drafts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, createRawMail, type MailFixture } from '#test/mail/mail-fixture.ts';
import { listJobs } from '#registry.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());

const createContent = (changes: Partial<EmailDraft> = {}): EmailDraft => ({
  to: '',
  subject: 'Half',
  html: '<p>Half a <strong>sentence</strong></p>',
  isSigned: false,
  cc: '',
  bcc: '',
  scheduledAt: null,
  attachments: [],
  replyTo: null,
  hasQuote: true,
  key: null,
  ...changes,
});

/** Makes the thread’s mailbox private to one person. */
async function makePrivate({ workspaceId }: MailFixture, threadId: string, ownerId: string): Promise<void> {
  const { mailbox_id: id } = await api.db
    .selectFrom('threads')
    .select('mailbox_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', threadId)
    .executeTakeFirstOrThrow();
  await api.db
    .updateTable('mailboxes')
    .set({ owner_id: ownerId })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Starts a thread with the customer by receiving an email. */
async function makeThread(fixture: MailFixture, subject: string): Promise<{ id: string; messageId: string }> {
  const raw = createRawMail({ From: `Ann Abbott <${fixture.address}>`, Subject: subject });
  await api.guest.upload(fixture.inboundPath, raw, { headers: { 'content-type': 'message/rfc822' } });
  const [received] = (await fixture.staff.get(`/users/${fixture.customerId}/emails`)).body.emails;
  return { id: received.threadId, messageId: received.id };
}

describe('drafts in threads', () => {
  const answer = (messageId: string, subject: string) =>
    createContent({
      subject,
      replyTo: { id: messageId, subject, sender: 'Ann', sentAt: '2026-11-20T10:00:00.000Z', text: '' },
    });

  it('exist once per thread beside the new email, each with its own version', async () => {
    const fixture = await createMailFixture(api);
    const { staff, admin, customerId, workspaceId } = fixture;
    const [price, visit] = [await makeThread(fixture, 'Price'), await makeThread(fixture, 'Visit')];
    const path = `/users/${customerId}/email-draft`;
    await staff.put(path, { version: 0, content: createContent({ subject: 'New' }) });
    await staff.put(`${path}?threadId=${price.id}`, {
      version: 0,
      content: answer(price.messageId, 'Re: Price'),
    });
    await staff.put(`${path}?threadId=${visit.id}`, {
      version: 0,
      content: createContent({ subject: 'Re: Visit' }),
    });
    await staff.put(`${path}?threadId=${price.id}`, {
      version: 1,
      content: answer(price.messageId, 'Re: Price!'),
    });
    for (const [query, version, subject] of [
      ['', 1, 'New'],
      [`?threadId=${price.id}`, 2, 'Re: Price!'],
      [`?threadId=${visit.id}`, 1, 'Re: Visit'],
    ] as const)
      expect((await staff.get(`${path}${query}`)).body.draft).toMatchObject({
        version,
        content: { subject },
      });

    const { body } = await staff.get(`/users/${customerId}/email-drafts`);
    expect(body.drafts).toEqual([
      {
        threadId: price.id,
        subject: 'Re: Price!',
        replyToId: price.messageId,
        version: 2,
        updatedAt: expect.any(String),
      },
      expect.objectContaining({ threadId: visit.id, subject: 'Re: Visit', replyToId: null }),
      expect.objectContaining({ threadId: null, subject: 'New' }),
    ]);
    expect((await admin.get(`/users/${customerId}/email-drafts`)).body.drafts).toEqual([]);
    const rows = await api.db
      .selectFrom('email_drafts')
      .select('thread_id')
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect(rows.map((row) => row.thread_id).toSorted()).toEqual([null, price.id, visit.id].toSorted());
  });

  it('are discarded separately, and the list shows the rest', async () => {
    const fixture = await createMailFixture(api);
    const { staff, customerId } = fixture;
    const thread = await makeThread(fixture, 'Price');
    const path = `/users/${customerId}/email-draft`;
    await staff.put(path, { version: 0, content: createContent() });
    await staff.put(`${path}?threadId=${thread.id}`, { version: 0, content: createContent() });
    expect((await staff.delete(`${path}?version=2&threadId=${thread.id}`)).status).toBe(409);
    expect((await staff.delete(`${path}?version=1&threadId=${thread.id}`)).body.draft).toMatchObject({
      version: 2,
      content: null,
    });
    const waiting = (await staff.get(`/users/${customerId}/email-drafts`)).body.drafts;
    expect(waiting).toMatchObject([{ threadId: null, version: 1 }]);
  });

  it('are rejected in a thread without access or of another customer', async () => {
    const [fixture, other] = [await createMailFixture(api), await createMailFixture(api)];
    const theirs = await makeThread(other, 'Theirs');
    const own = await makeThread(fixture, 'Own');
    const path = `/users/${fixture.customerId}/email-draft`;
    const body = { version: 0, content: createContent() };
    expect((await fixture.staff.put(`${path}?threadId=${theirs.id}`, body)).status).toBe(404);
    const otherCustomer = await api.makeCustomer(fixture.workspaceId, { name: 'Bob' });
    const elsewhere = `/users/${otherCustomer}/email-draft?threadId=${own.id}`;
    expect((await fixture.staff.put(elsewhere, body)).status).toBe(404);
    expect((await fixture.staff.delete(`${path}?version=1&threadId=${own.id}`)).status).toBe(404);
    expect(await fixture.staff.get(`${path}?threadId=none`)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'threadId' }] },
    });
    await makePrivate(fixture, own.id, fixture.admin.userId);
    expect((await fixture.staff.put(`${path}?threadId=${own.id}`, body)).status).toBe(404);
    expect((await fixture.admin.put(`${path}?threadId=${own.id}`, body)).status).toBe(200);
    const rows = await api.db
      .selectFrom('email_drafts')
      .select('user_id')
      .where('workspace_id', '=', fixture.workspaceId)
      .execute();
    expect(rows).toEqual([{ user_id: fixture.admin.userId }]);
  });

  it('move with their threads in a merge, and back when it is undone', async () => {
    const fixture = await createMailFixture(api);
    const { staff, admin, customerId, workspaceId } = fixture;
    const thread = await makeThread(fixture, 'Price');
    const survivor = await api.makeCustomer(workspaceId, { name: 'Anne Abbott' });
    const from = `/users/${customerId}/email-draft`;
    await staff.put(from, { version: 0, content: createContent({ subject: 'New to Ann' }) });
    await staff.put(`${from}?threadId=${thread.id}`, {
      version: 0,
      content: createContent({ subject: 'Re: Price' }),
    });
    await staff.put(`/users/${survivor}/email-draft`, {
      version: 0,
      content: createContent({ subject: 'New to Anne' }),
    });
    const merged = await admin.post(`/users/${survivor}/merge`, {
      version: 1,
      otherId: customerId,
      otherVersion: 1,
    });
    expect(merged.status).toBe(201);
    const to = `/users/${survivor}/email-draft`;
    expect((await staff.get(`/users/${survivor}/email-drafts`)).body.drafts).toMatchObject([
      { threadId: null, subject: 'New to Anne' },
      { threadId: thread.id, subject: 'Re: Price' },
    ]);
    const more = await staff.put(`${to}?threadId=${thread.id}`, {
      version: 1,
      content: createContent({ subject: 'Re: Price, more' }),
    });
    expect(more.body.draft).toMatchObject({ version: 2 });
    expect((await admin.post(`/merges/${String(merged.body.merge.id)}/undo`)).status).toBe(200);
    expect((await staff.get(`/users/${customerId}/email-drafts`)).body.drafts).toMatchObject([
      { threadId: thread.id, subject: 'Re: Price, more' },
      { threadId: null, subject: 'New to Ann' },
    ]);
    expect((await staff.get(`/users/${survivor}/email-drafts`)).body.drafts).toMatchObject([
      { threadId: null, subject: 'New to Anne' },
    ]);
  });

  it('are emptied when the reply is sent; other threads’ drafts stay', async () => {
    const fixture = await createMailFixture(api);
    const { staff, customerId } = fixture;
    const [price, visit] = [await makeThread(fixture, 'Price'), await makeThread(fixture, 'Visit')];
    const path = `/users/${customerId}/email-draft`;
    for (const query of ['', `?threadId=${price.id}`, `?threadId=${visit.id}`])
      await staff.put(`${path}${query}`, { version: 0, content: createContent() });
    const sent = await staff.post(`/users/${customerId}/send-email`, {
      subject: 'Re: Price',
      html: '<p>Whole</p>',
      inReplyTo: price.messageId,
      draftVersion: 1,
      draftThreadId: price.id,
    });
    expect(sent.body.email.threadId).toBe(price.id);
    const waiting = (await staff.get(`/users/${customerId}/email-drafts`)).body.drafts;
    expect(waiting.map((draft: { threadId: string | null }) => draft.threadId)).toEqual([visit.id, null]);
  });
});
