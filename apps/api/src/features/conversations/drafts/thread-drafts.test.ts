import type { EmailDraft } from '@handover/contract/email-drafts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, rawMail, type MailFixture } from '#test/mail/mail-fixture.ts';
import { allJobs } from '#registry.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(allJobs(api.booted.platform), { isWorker: false });
});
afterAll(() => api.close());

const content = (changes: Partial<EmailDraft> = {}): EmailDraft => ({
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

/** Gives the mailbox of a thread to one person. */
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

/** A thread with the customer that the newest mail begins. */
async function makeThread(desk: MailFixture, subject: string): Promise<{ id: string; messageId: string }> {
  const raw = rawMail({ From: `Ann Abbott <${desk.address}>`, Subject: subject });
  await api.guest.upload(desk.inboundPath, raw, { headers: { 'content-type': 'message/rfc822' } });
  const [received] = (await desk.staff.get(`/users/${desk.customerId}/emails`)).body.emails;
  return { id: received.threadId, messageId: received.id };
}

describe('drafts in threads', () => {
  const answer = (messageId: string, subject: string) =>
    content({
      subject,
      replyTo: { id: messageId, subject, sender: 'Ann', sentAt: '2026-11-20T10:00:00.000Z', text: '' },
    });

  it('are one for each thread beside that of a new e-mail, each with its own versions', async () => {
    const desk = await createMailFixture(api);
    const { staff, admin, customerId, workspaceId } = desk;
    const [price, visit] = [await makeThread(desk, 'Price'), await makeThread(desk, 'Visit')];
    const path = `/users/${customerId}/email-draft`;
    await staff.put(path, { version: 0, content: content({ subject: 'New' }) });
    await staff.put(`${path}?threadId=${price.id}`, {
      version: 0,
      content: answer(price.messageId, 'Re: Price'),
    });
    await staff.put(`${path}?threadId=${visit.id}`, {
      version: 0,
      content: content({ subject: 'Re: Visit' }),
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

  it('are discarded one by one, and the list shows those that wait', async () => {
    const desk = await createMailFixture(api);
    const { staff, customerId } = desk;
    const thread = await makeThread(desk, 'Price');
    const path = `/users/${customerId}/email-draft`;
    await staff.put(path, { version: 0, content: content() });
    await staff.put(`${path}?threadId=${thread.id}`, { version: 0, content: content() });
    expect((await staff.delete(`${path}?version=2&threadId=${thread.id}`)).status).toBe(409);
    expect((await staff.delete(`${path}?version=1&threadId=${thread.id}`)).body.draft).toMatchObject({
      version: 2,
      content: null,
    });
    const waiting = (await staff.get(`/users/${customerId}/email-drafts`)).body.drafts;
    expect(waiting).toMatchObject([{ threadId: null, version: 1 }]);
  });

  it('are refused in a thread that is not of this customer, or cannot be read', async () => {
    const [desk, other] = [await createMailFixture(api), await createMailFixture(api)];
    const theirs = await makeThread(other, 'Theirs');
    const own = await makeThread(desk, 'Own');
    const path = `/users/${desk.customerId}/email-draft`;
    const body = { version: 0, content: content() };
    expect((await desk.staff.put(`${path}?threadId=${theirs.id}`, body)).status).toBe(404);
    const otherCustomer = await api.makeCustomer(desk.workspaceId, { name: 'Bob' });
    const elsewhere = `/users/${otherCustomer}/email-draft?threadId=${own.id}`;
    expect((await desk.staff.put(elsewhere, body)).status).toBe(404);
    expect((await desk.staff.delete(`${path}?version=1&threadId=${own.id}`)).status).toBe(404);
    expect(await desk.staff.get(`${path}?threadId=none`)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'threadId' }] },
    });
    await makePrivate(desk, own.id, desk.admin.userId);
    expect((await desk.staff.put(`${path}?threadId=${own.id}`, body)).status).toBe(404);
    expect((await desk.admin.put(`${path}?threadId=${own.id}`, body)).status).toBe(200);
    const rows = await api.db
      .selectFrom('email_drafts')
      .select('user_id')
      .where('workspace_id', '=', desk.workspaceId)
      .execute();
    expect(rows).toEqual([{ user_id: desk.admin.userId }]);
  });

  it('follow their threads in a merge, and are back where they were when it is undone', async () => {
    const desk = await createMailFixture(api);
    const { staff, admin, customerId, workspaceId } = desk;
    const thread = await makeThread(desk, 'Price');
    const survivor = await api.makeCustomer(workspaceId, { name: 'Anne Abbott' });
    const from = `/users/${customerId}/email-draft`;
    await staff.put(from, { version: 0, content: content({ subject: 'New to Ann' }) });
    await staff.put(`${from}?threadId=${thread.id}`, {
      version: 0,
      content: content({ subject: 'Re: Price' }),
    });
    await staff.put(`/users/${survivor}/email-draft`, {
      version: 0,
      content: content({ subject: 'New to Anne' }),
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
      content: content({ subject: 'Re: Price, more' }),
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

  it('are emptied by the answer that is sent, those of other threads are not', async () => {
    const desk = await createMailFixture(api);
    const { staff, customerId } = desk;
    const [price, visit] = [await makeThread(desk, 'Price'), await makeThread(desk, 'Visit')];
    const path = `/users/${customerId}/email-draft`;
    for (const query of ['', `?threadId=${price.id}`, `?threadId=${visit.id}`])
      await staff.put(`${path}${query}`, { version: 0, content: content() });
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
