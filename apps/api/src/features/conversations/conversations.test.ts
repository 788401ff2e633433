import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMailFixture, createRawMail } from '#test/mail/mail-fixture.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { listJobs } from '#registry.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());

const mail = { subject: 'Your practice', text: 'Hello Ann' };

describe('reading the conversation', () => {
  it('lists messages newest first, page by page, with an exact total', async () => {
    const fixture = await createMailFixture(api);
    for (const subject of ['one', 'two', 'three', 'four', 'five'])
      await fixture.staff.post(`/users/${fixture.customerId}/send-email`, { ...mail, subject });
    const first = await fixture.staff.get(`/users/${fixture.customerId}/emails?limit=2`);
    expect(first.body).toMatchObject({ total: 5, delivery: 'outbox' });
    expect((await fixture.staff.get('/auth/profile')).body.user.deliversEmail).toBe(false);
    const second = await fixture.staff.get(
      `/users/${fixture.customerId}/emails?limit=3&cursor=${String(first.body.nextCursor)}`,
    );
    expect([...first.body.emails, ...second.body.emails].map((email) => email.subject)).toEqual([
      'five',
      'four',
      'three',
      'two',
      'one',
    ]);
    expect(second.body).toMatchObject({ total: 5, nextCursor: null });
    const other = await api.makeCustomer(fixture.workspaceId);
    expect(
      (await fixture.staff.get(`/users/${other}/emails?cursor=${String(first.body.nextCursor)}`)).body.code,
    ).toBe('CURSOR_INVALID');
  });

  it('finds words in subject, text, and addresses', async () => {
    const fixture = await createMailFixture(api);
    await fixture.staff.post(`/users/${fixture.customerId}/send-email`, {
      subject: 'Valuation 100%',
      text: 'The lease ends',
      cc: ['lawyer@firm.test'],
      bcc: ['hidden@firm.test'],
    });
    await fixture.staff.post(`/users/${fixture.customerId}/send-email`, { subject: 'Else', text: 'Other' });
    const found = async (query: string): Promise<number> =>
      (await fixture.staff.get(`/users/${fixture.customerId}/emails?q=${encodeURIComponent(query)}`)).body
        .total;
    expect(await found('lease valuation')).toBe(1);
    expect(await found('LAWYER@firm')).toBe(1);
    expect(await found('hidden')).toBe(1);
    expect(await found('100%')).toBe(1);
    expect(await found('1_0')).toBe(0);
    expect(await found('lease other')).toBe(0);
  });

  it('shows clients only what was written to them, delivered or not, and what they wrote', async () => {
    const fixture = await createMailFixture(api);
    const client = await api.signIn({
      role: 'CLIENT',
      workspaceId: fixture.workspaceId,
      customerId: fixture.customerId,
    });
    const send = async (
      subject: string,
      status: 'sent' | 'failed' | 'scheduled' | 'canceled',
    ): Promise<string> => {
      const { email } = (
        await fixture.staff.post(`/users/${fixture.customerId}/send-email`, {
          subject,
          text: 'a',
          bcc: ['lawyer@firm.test'],
        })
      ).body;
      await api.db
        .updateTable('messages')
        .set({ status, status_detail: 'what the server said' })
        .where('workspace_id', '=', fixture.workspaceId)
        .where('id', '=', email.id)
        .execute();
      return String(email.id);
    };
    const sent = await send('sent', 'sent');
    await send('failed', 'failed');
    await send('scheduled', 'scheduled');
    const canceled = await send('canceled', 'canceled');
    await api.guest.upload(
      fixture.inboundPath,
      createRawMail({ From: fixture.address, Subject: 'mine', 'In-Reply-To': `<${sent}@crm.test>` }),
    );
    await api.guest.upload(
      fixture.inboundPath,
      createRawMail({
        From: 'lawyer@firm.test',
        Subject: 'in confidence',
        'In-Reply-To': `<${sent}@crm.test>`,
      }),
    );
    const { body } = await client.get(`/users/${fixture.customerId}/emails`);
    expect(body.emails.map((email: { subject: string }) => email.subject)).toEqual([
      'mine',
      'failed',
      'sent',
    ]);
    expect(body.total).toBe(3);
    expect(body.emails[1]).toMatchObject({ bcc: [], author: null, statusDetail: null });
    expect((await client.get(`/users/${fixture.customerId}/emails?q=lawyer`)).body.total).toBe(0);
    expect((await client.post(`/emails/${canceled}/html-ticket`)).status).toBe(404);
    expect((await fixture.staff.get(`/users/${fixture.customerId}/emails`)).body.total).toBe(6);
  });

  it('limits a private mailbox to its owner and the owner’s clients', async () => {
    const fixture = await createMailFixture(api);
    const owner = await api.signIn({ role: 'STAFF', workspaceId: fixture.workspaceId });
    const client = await api.signIn({
      role: 'CLIENT',
      workspaceId: fixture.workspaceId,
      customerId: fixture.customerId,
    });
    const { email } = (await fixture.staff.post(`/users/${fixture.customerId}/send-email`, mail)).body;
    await api.db
      .updateTable('mailboxes')
      .set({ owner_id: owner.userId })
      .where('workspace_id', '=', fixture.workspaceId)
      .execute();
    await api.db
      .updateTable('messages')
      .set({ status: 'sent' })
      .where('workspace_id', '=', fixture.workspaceId)
      .execute();
    const seenBy = async (caller: typeof owner): Promise<number> =>
      (await caller.get(`/users/${fixture.customerId}/emails`)).body.total;
    expect([
      await seenBy(owner),
      await seenBy(fixture.staff),
      await seenBy(fixture.admin),
      await seenBy(client),
    ]).toEqual([1, 0, 0, 0]);
    expect((await fixture.admin.post(`/emails/${String(email.id)}/resend`)).status).toBe(404);
    await api.db
      .updateTable('customers')
      .set({ broker_id: owner.userId })
      .where('workspace_id', '=', fixture.workspaceId)
      .where('id', '=', fixture.customerId)
      .execute();
    expect(await seenBy(client)).toBe(1);
  });
});

describe('access', () => {
  it('answers 401 without a session, and 404 to clients who send email and for other people’s records', async () => {
    const fixture = await createMailFixture(api);
    const { email } = (await fixture.staff.post(`/users/${fixture.customerId}/send-email`, mail)).body;
    const client = await api.signIn({
      role: 'CLIENT',
      workspaceId: fixture.workspaceId,
      customerId: fixture.customerId,
    });
    const elsewhere = await createMailFixture(api);
    const narrow = await createMailFixture(api, { recordScope: 'own' });
    const calls = [
      [`/users/${fixture.customerId}/send-email`, mail],
      [`/emails/${String(email.id)}/resend`, undefined],
      [`/emails/${String(email.id)}/cancel`, undefined],
    ] as const;
    for (const [path, body] of calls) {
      expect((await api.guest.post(path, body)).status).toBe(401);
      expect((await client.post(path, body)).status).toBe(404);
      expect((await elsewhere.admin.post(path, body)).status).toBe(404);
    }
    expect((await elsewhere.admin.get(`/users/${fixture.customerId}/emails`)).status).toBe(404);
    expect((await elsewhere.admin.post(`/emails/${String(email.id)}/html-ticket`)).status).toBe(404);
    expect((await narrow.staff.post(`/users/${narrow.customerId}/send-email`, mail)).status).toBe(404);
    expect((await narrow.staff.get(`/users/${narrow.customerId}/emails`)).status).toBe(404);
    expect((await fixture.staff.post('/mailboxes/inbound-token')).status).toBe(403);
  });

  it('allows only readers of a message to download its files', async () => {
    const fixture = await createMailFixture(api);
    const client = await api.signIn({
      role: 'CLIENT',
      workspaceId: fixture.workspaceId,
      customerId: fixture.customerId,
    });
    const elsewhere = await createMailFixture(api);
    const fileId = String((await fixture.staff.upload('/files?name=a.txt', 'file bytes')).body.file.id);
    const { email } = (
      await fixture.staff.post(`/users/${fixture.customerId}/send-email`, { ...mail, attachments: [fileId] })
    ).body;
    expect((await fixture.admin.post(`/files/${fileId}/ticket`)).status).toBe(201);
    const setStatus = (status: 'canceled' | 'sent') =>
      api.db
        .updateTable('messages')
        .set({ status })
        .where('workspace_id', '=', fixture.workspaceId)
        .where('id', '=', email.id)
        .execute();
    await setStatus('canceled');
    expect((await client.post(`/files/${fileId}/ticket`)).status).toBe(404);
    await setStatus('sent');
    const { body } = await client.post(`/files/${fileId}/ticket`);
    expect((await api.guest.get(String(body.ticket.url).replace('/api', ''))).text).toBe('file bytes');
    expect((await elsewhere.admin.post(`/files/${fileId}/ticket`)).status).toBe(404);
  });
});
