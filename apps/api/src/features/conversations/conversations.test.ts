import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMailFixture, rawMail } from '#test/mail/mail-fixture.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { allJobs } from '#registry.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(allJobs(api.booted.platform), { isWorker: false });
});
afterAll(() => api.close());

const mail = { subject: 'Your practice', text: 'Hello Ann' };

describe('reading the conversation', () => {
  it('lists newest first, page by page, with an exact total', async () => {
    const desk = await createMailFixture(api);
    for (const subject of ['one', 'two', 'three', 'four', 'five'])
      await desk.staff.post(`/users/${desk.customerId}/send-email`, { ...mail, subject });
    const first = await desk.staff.get(`/users/${desk.customerId}/emails?limit=2`);
    expect(first.body).toMatchObject({ total: 5, delivery: 'outbox' });
    const second = await desk.staff.get(
      `/users/${desk.customerId}/emails?limit=3&cursor=${String(first.body.nextCursor)}`,
    );
    expect([...first.body.emails, ...second.body.emails].map((email) => email.subject)).toEqual([
      'five',
      'four',
      'three',
      'two',
      'one',
    ]);
    expect(second.body).toMatchObject({ total: 5, nextCursor: null });
    const other = await api.makeCustomer(desk.workspaceId);
    expect(
      (await desk.staff.get(`/users/${other}/emails?cursor=${String(first.body.nextCursor)}`)).body.code,
    ).toBe('CURSOR_INVALID');
  });

  it('finds words of the subject, the text and the addresses', async () => {
    const desk = await createMailFixture(api);
    await desk.staff.post(`/users/${desk.customerId}/send-email`, {
      subject: 'Valuation 100%',
      text: 'The lease ends',
      cc: ['lawyer@firm.test'],
      bcc: ['hidden@firm.test'],
    });
    await desk.staff.post(`/users/${desk.customerId}/send-email`, { subject: 'Else', text: 'Other' });
    const found = async (query: string): Promise<number> =>
      (await desk.staff.get(`/users/${desk.customerId}/emails?q=${encodeURIComponent(query)}`)).body.total;
    expect(await found('lease valuation')).toBe(1);
    expect(await found('LAWYER@firm')).toBe(1);
    expect(await found('hidden')).toBe(1);
    expect(await found('100%')).toBe(1);
    expect(await found('1_0')).toBe(0);
    expect(await found('lease other')).toBe(0);
  });

  it('shows clients what was sent to them and what they wrote, and no more', async () => {
    const desk = await createMailFixture(api);
    const client = await api.signIn({
      role: 'CLIENT',
      workspaceId: desk.workspaceId,
      customerId: desk.customerId,
    });
    const send = async (subject: string, status: 'sent' | 'failed' | 'queued'): Promise<string> => {
      const { email } = (
        await desk.staff.post(`/users/${desk.customerId}/send-email`, {
          subject,
          text: 'a',
          bcc: ['lawyer@firm.test'],
        })
      ).body;
      await api.db
        .updateTable('messages')
        .set({ status, status_detail: 'what the server said' })
        .where('workspace_id', '=', desk.workspaceId)
        .where('id', '=', email.id)
        .execute();
      return String(email.id);
    };
    const sent = await send('sent', 'sent');
    await send('failed', 'failed');
    const queued = await send('queued', 'queued');
    await api.guest.upload(
      desk.inboundPath,
      rawMail({ From: desk.address, Subject: 'mine', 'In-Reply-To': `<${sent}@crm.test>` }),
    );
    await api.guest.upload(
      desk.inboundPath,
      rawMail({ From: 'lawyer@firm.test', Subject: 'in confidence', 'In-Reply-To': `<${sent}@crm.test>` }),
    );
    const { body } = await client.get(`/users/${desk.customerId}/emails`);
    expect(body.emails.map((email: { subject: string }) => email.subject)).toEqual(['mine', 'sent']);
    expect(body.total).toBe(2);
    expect(body.emails[1]).toMatchObject({ bcc: [], author: null, statusDetail: null });
    expect((await client.get(`/users/${desk.customerId}/emails?q=lawyer`)).body.total).toBe(0);
    expect((await client.post(`/emails/${queued}/html-ticket`)).status).toBe(404);
    expect((await desk.staff.get(`/users/${desk.customerId}/emails`)).body.total).toBe(5);
  });

  it('keeps a private mailbox to its owner and the owner’s clients', async () => {
    const desk = await createMailFixture(api);
    const owner = await api.signIn({ role: 'STAFF', workspaceId: desk.workspaceId });
    const client = await api.signIn({
      role: 'CLIENT',
      workspaceId: desk.workspaceId,
      customerId: desk.customerId,
    });
    const { email } = (await desk.staff.post(`/users/${desk.customerId}/send-email`, mail)).body;
    await api.db
      .updateTable('mailboxes')
      .set({ owner_id: owner.userId })
      .where('workspace_id', '=', desk.workspaceId)
      .execute();
    await api.db
      .updateTable('messages')
      .set({ status: 'sent' })
      .where('workspace_id', '=', desk.workspaceId)
      .execute();
    const seenBy = async (caller: typeof owner): Promise<number> =>
      (await caller.get(`/users/${desk.customerId}/emails`)).body.total;
    expect([
      await seenBy(owner),
      await seenBy(desk.staff),
      await seenBy(desk.admin),
      await seenBy(client),
    ]).toEqual([1, 0, 0, 0]);
    expect((await desk.admin.post(`/emails/${String(email.id)}/resend`)).status).toBe(404);
    await api.db
      .updateTable('customers')
      .set({ broker_id: owner.userId })
      .where('workspace_id', '=', desk.workspaceId)
      .where('id', '=', desk.customerId)
      .execute();
    expect(await seenBy(client)).toBe(1);
  });
});

describe('access', () => {
  it('answers 401 without a session, 404 to clients who write and for what is somebody else’s', async () => {
    const desk = await createMailFixture(api);
    const { email } = (await desk.staff.post(`/users/${desk.customerId}/send-email`, mail)).body;
    const client = await api.signIn({
      role: 'CLIENT',
      workspaceId: desk.workspaceId,
      customerId: desk.customerId,
    });
    const elsewhere = await createMailFixture(api);
    const narrow = await createMailFixture(api, { recordScope: 'own' });
    const calls = [
      [`/users/${desk.customerId}/send-email`, mail],
      [`/emails/${String(email.id)}/resend`, undefined],
      [`/emails/${String(email.id)}/cancel`, undefined],
    ] as const;
    for (const [path, body] of calls) {
      expect((await api.guest.post(path, body)).status).toBe(401);
      expect((await client.post(path, body)).status).toBe(404);
      expect((await elsewhere.admin.post(path, body)).status).toBe(404);
    }
    expect((await elsewhere.admin.get(`/users/${desk.customerId}/emails`)).status).toBe(404);
    expect((await elsewhere.admin.post(`/emails/${String(email.id)}/html-ticket`)).status).toBe(404);
    expect((await narrow.staff.post(`/users/${narrow.customerId}/send-email`, mail)).status).toBe(404);
    expect((await narrow.staff.get(`/users/${narrow.customerId}/emails`)).status).toBe(404);
    expect((await desk.staff.post('/mailboxes/inbound-token')).status).toBe(403);
  });

  it('lets files of a message be downloaded by who may read it', async () => {
    const desk = await createMailFixture(api);
    const client = await api.signIn({
      role: 'CLIENT',
      workspaceId: desk.workspaceId,
      customerId: desk.customerId,
    });
    const elsewhere = await createMailFixture(api);
    const fileId = String((await desk.staff.upload('/files?name=a.txt', 'file bytes')).body.file.id);
    const { email } = (
      await desk.staff.post(`/users/${desk.customerId}/send-email`, { ...mail, attachments: [fileId] })
    ).body;
    expect((await desk.admin.post(`/files/${fileId}/ticket`)).status).toBe(201);
    expect((await client.post(`/files/${fileId}/ticket`)).status).toBe(404);
    await api.db
      .updateTable('messages')
      .set({ status: 'sent' })
      .where('workspace_id', '=', desk.workspaceId)
      .where('id', '=', email.id)
      .execute();
    const { body } = await client.post(`/files/${fileId}/ticket`);
    expect((await api.guest.get(String(body.ticket.url).replace('/api', ''))).text).toBe('file bytes');
    expect((await elsewhere.admin.post(`/files/${fileId}/ticket`)).status).toBe(404);
  });
});
