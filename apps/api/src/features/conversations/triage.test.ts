import { createEmailPoints } from '#test/contact-points.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, createRawMail, type MailFixture } from '#test/mail/mail-fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const stranger = 'Stan.Ranger@Elsewhere.test';
const receiveMail = async (
  fixture: MailFixture,
  headers: Record<string, string> = {},
  body = 'I want to sell',
) =>
  (
    await api.guest.upload(
      fixture.inboundPath,
      createRawMail({ From: `Stan Ranger <${stranger}>`, Subject: 'My practice', ...headers }, body),
      { headers: { 'content-type': 'message/rfc822' } },
    )
  ).body.result;
const receiveWithFile = (fixture: MailFixture) => {
  const parts = [
    '--b\r\nContent-Type: text/html\r\n\r\n<p>Hello <script>alert(1)</script></p>',
    '--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="terms.txt"\r\n\r\nterms',
    '--b--',
  ];
  const headers = { 'Content-Type': 'multipart/mixed; boundary=b', Subject: 'Second' };
  return receiveMail(fixture, headers, parts.join('\r\n'));
};
const getWaitingMail = async (person: Caller) => (await person.get('/triage')).body;
const getIgnoredMail = async (person: Caller) => (await person.get('/triage?shown=ignored')).body;

describe('mail from unknown senders', () => {
  it('is listed newest first, page by page, with its files', async () => {
    const fixture = await createMailFixture(api);
    expect(await receiveMail(fixture, { Subject: 'First' })).toBe('triage');
    await receiveWithFile(fixture);
    const first = (await fixture.staff.get('/triage?limit=1')).body;
    expect(first).toMatchObject({ total: 2, mails: [{ subject: 'Second', hasHtml: true, verdict: null }] });
    const second = (await fixture.staff.get(`/triage?limit=1&cursor=${encodeURIComponent(first.nextCursor)}`))
      .body;
    expect(second).toMatchObject({ total: 2, nextCursor: null, mails: [{ subject: 'First' }] });

    const [mail] = first.mails;
    expect(mail.attachments).toMatchObject([{ name: 'terms.txt' }]);
    const file = await fixture.staff.post(`/files/${mail.attachments[0].id}/ticket`);
    expect((await api.guest.get(file.body.ticket.url.replace('/api', ''))).text.trim()).toBe('terms');
    const page = await fixture.staff.post(`/emails/${mail.id}/html-ticket`, {});
    const html = await api.guest.get(page.body.ticket.url.replace('/api', ''));
    expect(html.text).toContain('Hello');
    expect(html.text).not.toContain('alert');
  });

  it('notifies administrators once until they have read it', async () => {
    const fixture = await createMailFixture(api);
    const target = async () => (await fixture.admin.get('/notifications')).body;
    await receiveMail(fixture);
    await receiveMail(fixture);
    expect(await target()).toMatchObject({ total: 1, notifications: [{ type: 'email.unknown' }] });
    await fixture.admin.post('/notifications/read-all');
    await receiveMail(fixture);
    expect(await target()).toMatchObject({ total: 2, unreadCount: 1 });
  });

  it('notifies again once a notification that is only emailed was sent', async () => {
    const fixture = await createMailFixture(api);
    const total = async () => (await fixture.admin.get('/notifications')).body.total;
    const change = (waitsFor: 'mail' | null) =>
      api.db
        .updateTable('notifications')
        .set({ is_in_app: false, waits_for: waitsFor })
        .where('workspace_id', '=', fixture.workspaceId)
        .execute();
    await receiveMail(fixture);
    await change('mail');
    await receiveMail(fixture);
    expect(await total()).toBe(0);
    await change(null);
    await receiveMail(fixture);
    expect(await total()).toBe(1);
  });

  it('is hidden from staff limited to their own customers, and in other people’s private mailboxes', async () => {
    const narrow = await createMailFixture(api, { recordScope: 'own' });
    await receiveWithFile(narrow);
    expect((await getWaitingMail(narrow.staff)).total).toBe(0);
    const [mail] = (await getWaitingMail(narrow.admin)).mails;
    const paths = [`/emails/${mail.id}/html-ticket`, `/files/${mail.attachments[0].id}/ticket`];
    for (const path of paths) {
      expect((await narrow.staff.post(path)).status, path).toBe(404);
      expect((await narrow.admin.post(path)).status, path).toBe(201);
    }

    const fixture = await createMailFixture(api);
    await api.db
      .updateTable('mailboxes')
      .set({ owner_id: fixture.staff.userId })
      .where('workspace_id', '=', fixture.workspaceId)
      .execute();
    await receiveMail(fixture);
    expect((await getWaitingMail(fixture.staff)).total).toBe(1);
    expect((await getWaitingMail(fixture.admin)).total).toBe(0);
  });
});

describe('filing under a customer', () => {
  it('moves all mail of the sender into the conversation, including later mail', async () => {
    const fixture = await createMailFixture(api);
    await receiveMail(fixture, { Subject: 'One' });
    await receiveMail(fixture, { Subject: 'Two', From: stranger.toLowerCase() });
    await receiveMail(fixture, { Subject: 'Of another', From: 'other@x.test' });
    const mail = (await getWaitingMail(fixture.staff)).mails.find(
      ({ subject }: { subject: string }) => subject === 'One',
    );
    const path = `/triage/${mail.id}/file`;
    const filed = await fixture.staff.post(path, { customerId: fixture.customerId });
    expect(filed).toMatchObject({
      status: 200,
      body: { filed: { count: 2, customerId: fixture.customerId } },
    });
    expect((await getWaitingMail(fixture.staff)).mails).toMatchObject([{ subject: 'Of another' }]);

    expect(await receiveMail(fixture, { Subject: 'Three' })).toBe('filed');
    const { emails } = (await fixture.staff.get(`/users/${fixture.customerId}/emails`)).body;
    expect(emails.map(({ subject }: { subject: string }) => subject)).toEqual(['Three', 'Two', 'One']);
    const { user } = (await fixture.staff.get(`/users/${fixture.customerId}`)).body;
    expect(user).toMatchObject({ contactPoints: createEmailPoints(stranger), counts: { emails: 3 } });
    expect((await fixture.staff.post(path, { customerId: fixture.customerId })).status).toBe(404);
  });

  it.each([
    ['with another address for replies', { 'Reply-To': 'visitor@x.test' }],
    ['from an address that programs use', { From: 'forms-noreply@x.test' }],
    ['that a program wrote', { 'Auto-Submitted': 'auto-generated' }],
    ['of a mailing list', { 'List-Post': `<mailto:${stranger}>` }],
  ])('moves only the email %s, and does not add its address', async (_, headers: Record<string, string>) => {
    const fixture = await createMailFixture(api);
    for (const Subject of ['One', 'Two']) await receiveMail(fixture, { Subject, ...headers });
    const [mail] = (await getWaitingMail(fixture.staff)).mails;
    expect(mail.isSharedAddress).toBe(true);
    const { customerId } = fixture;
    const filed = await fixture.staff.post(`/triage/${mail.id}/file`, { customerId });
    expect(filed.body.filed.count).toBe(1);
    expect(await receiveMail(fixture, { Subject: 'Three', ...headers })).toBe('triage');
    expect((await getWaitingMail(fixture.staff)).total).toBe(2);
    const { user } = (await fixture.staff.get(`/users/${customerId}`)).body;
    expect(user).toMatchObject({ contactPoints: [], counts: { emails: 1 } });
  });

  it('adds the address of an email whose list asks for replies to all', async () => {
    const fixture = await createMailFixture(api);
    await receiveMail(fixture, { To: 'office@x.test', 'Reply-To': 'office@x.test' });
    const [mail] = (await getWaitingMail(fixture.staff)).mails;
    expect(mail.isSharedAddress).toBe(false);
  });

  it('skips email of the sender that was ignored or marked as spam', async () => {
    const fixture = await createMailFixture(api);
    for (const Subject of ['Ignored', 'Waiting', 'Chosen']) await receiveMail(fixture, { Subject });
    const { mails } = await getWaitingMail(fixture.staff);
    const idOf = (text: string) => mails.find(({ subject }: { subject: string }) => subject === text).id;
    await fixture.staff.post(`/triage/${idOf('Ignored')}/ignore`, {});
    const { customerId } = fixture;
    const filed = await fixture.staff.post(`/triage/${idOf('Chosen')}/file`, { customerId });
    expect(filed.body.filed.count).toBe(2);
    expect((await getIgnoredMail(fixture.staff)).mails).toMatchObject([{ subject: 'Ignored' }]);
  });

  it.each([
    ['a delivery report', 'Content-Type', 'multipart/report; report-type=delivery-status; boundary=b'],
    ['mail without a return address', 'Return-Path', '<>'],
  ])('does not add the address of %s', async (_, name, value) => {
    const fixture = await createMailFixture(api);
    const daemon = 'MAILER-DAEMON@elsewhere.test';
    for (const Subject of ['One', 'Two'])
      await receiveMail(fixture, { From: daemon, [name]: value, Subject }, '--b\r\n\r\nFailed\r\n--b--');
    const [mail] = (await getWaitingMail(fixture.staff)).mails;
    const { customerId } = fixture;
    const filed = await fixture.staff.post(`/triage/${mail.id}/file`, { customerId });
    expect(filed.body.filed.count).toBe(1);
    expect((await fixture.staff.get(`/users/${customerId}`)).body.user.contactPoints).toEqual([]);
    expect((await getWaitingMail(fixture.staff)).total).toBe(1);
  });

  it('adds the address to a customer without one', async () => {
    const fixture = await createMailFixture(api);
    const customerId = await api.makeCustomer(fixture.workspaceId, { email: null });
    await receiveMail(fixture);
    const [mail] = (await getWaitingMail(fixture.staff)).mails;
    await fixture.staff.post(`/triage/${mail.id}/file`, { customerId });
    expect((await fixture.staff.get(`/users/${customerId}`)).body.user).toMatchObject({
      email: stranger,
      contactPoints: [],
    });
  });

  it('rejects customers in the trash or of another workspace', async () => {
    const fixture = await createMailFixture(api);
    const elsewhere = await createMailFixture(api);
    await receiveMail(fixture);
    const [mail] = (await getWaitingMail(fixture.staff)).mails;
    await fixture.admin.delete(`/users/${fixture.customerId}`);
    const statusFor = async (customerId: string) =>
      (await fixture.admin.post(`/triage/${mail.id}/file`, { customerId })).status;
    expect(await statusFor(fixture.customerId)).toBe(422);
    expect(await statusFor(elsewhere.customerId)).toBe(404);
    expect((await getWaitingMail(fixture.staff)).total).toBe(1);
  });

  it('succeeds once when two people do it at the same time', async () => {
    const fixture = await createMailFixture(api);
    await receiveMail(fixture);
    const [mail] = (await getWaitingMail(fixture.staff)).mails;
    const answers = await Promise.all(
      [fixture.staff, fixture.admin].map((person) =>
        person.post(`/triage/${mail.id}/file`, { customerId: fixture.customerId }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await fixture.staff.get(`/users/${fixture.customerId}/emails`)).body.total).toBe(1);
  });
});

describe('a sender with more than 500 emails', () => {
  it('can be ignored, marked as spam, restored, and filed by any of them', async () => {
    const fixture = await createMailFixture(api);
    await receiveMail(fixture);
    const [mail] = (await getWaitingMail(fixture.staff)).mails;
    await sql`
      INSERT INTO messages (workspace_id, id, mailbox_id, thread_id, direction, status, message_id, message_id_hash,
        from_address, to_addresses, subject, text, is_triage, created_at)
      SELECT workspace_id, gen_random_uuid(), mailbox_id, thread_id, direction, status, n::text, sha256(n::text::bytea),
        from_address, to_addresses, subject, text, is_triage, created_at - n * interval '1 minute'
      FROM messages, generate_series(1, 500) n WHERE workspace_id = ${fixture.workspaceId}`.execute(api.db);
    const path = `/triage/${mail.id}`;
    expect((await fixture.staff.post(`${path}/ignore`, {})).status).toBe(200);
    expect((await fixture.staff.post(`${path}/restore`)).status).toBe(200);
    expect((await fixture.staff.post(`${path}/ignore`, { asSpam: true })).status).toBe(200);
    expect((await getIgnoredMail(fixture.staff)).total).toBe(501);
    expect((await fixture.staff.post(`${path}/restore`)).status).toBe(200);
    expect((await getWaitingMail(fixture.staff)).total).toBe(501);
    const { customerId } = fixture;
    const filed = await fixture.staff.post(`${path}/file`, { customerId });
    expect(filed.body.filed.count).toBe(501);
  });
});

describe('ignoring', () => {
  it('ignores one message, and can be undone', async () => {
    const fixture = await createMailFixture(api);
    await receiveMail(fixture, { Subject: 'One' });
    await receiveMail(fixture, { Subject: 'Two' });
    const { mails } = await getWaitingMail(fixture.staff);
    const mail = await fixture.staff.post(`/triage/${mails[0].id}/ignore`, {});
    expect(mail.body.mail).toMatchObject({ verdict: 'ignored' });
    expect((await getWaitingMail(fixture.staff)).mails).toMatchObject([{ subject: 'One' }]);
    expect((await fixture.staff.post(`/triage/${mails[0].id}/restore`)).body.mail.verdict).toBeNull();
    expect((await getWaitingMail(fixture.staff)).total).toBe(2);
    expect((await fixture.staff.post(`/triage/${mails[0].id}/restore`)).status).toBe(422);
  });

  it('marks all mail of the sender as spam, including later mail, and can be undone', async () => {
    const fixture = await createMailFixture(api);
    await receiveMail(fixture);
    await receiveMail(fixture);
    const [mail] = (await getWaitingMail(fixture.staff)).mails;
    await fixture.staff.post(`/triage/${mail.id}/ignore`, { asSpam: true });
    await fixture.admin.post('/notifications/read-all');
    await receiveMail(fixture);
    expect(await getWaitingMail(fixture.staff)).toMatchObject({ total: 0 });
    expect(await getIgnoredMail(fixture.staff)).toMatchObject({ total: 3 });
    expect((await fixture.admin.get('/notifications')).body.unreadCount).toBe(0);
    await fixture.staff.post(`/triage/${mail.id}/restore`);
    await receiveMail(fixture);
    expect(await getWaitingMail(fixture.staff)).toMatchObject({ total: 4 });
  });

  it('ignores only the message when spam comes from an address whose mail was assigned to several customers', async () => {
    const fixture = await createMailFixture(api);
    const From = 'Web form <forms@site.test>';
    const receive = (Subject: string) => receiveMail(fixture, { From, 'Reply-To': 'a@b.test', Subject });
    const idOf = async (text: string) =>
      (await getWaitingMail(fixture.staff)).mails.find(({ subject }: { subject: string }) => subject === text)
        .id;
    const other = await api.makeCustomer(fixture.workspaceId);
    for (const customerId of [fixture.customerId, other]) {
      await receive(customerId);
      const filed = await fixture.staff.post(`/triage/${await idOf(customerId)}/file`, { customerId });
      expect(filed.body.filed.count).toBe(1);
    }
    await receive('Spam');
    await receive('An inquiry');
    const ignored = await fixture.staff.post(`/triage/${await idOf('Spam')}/ignore`, { asSpam: true });
    expect(ignored.body.mail.verdict).toBe('ignored');
    await receive('Another inquiry');
    expect((await getWaitingMail(fixture.staff)).mails).toMatchObject([
      { subject: 'Another inquiry' },
      { subject: 'An inquiry' },
    ]);
    // Unreadable mail has no sender.
    await sql`UPDATE messages SET from_address = '' WHERE workspace_id = ${fixture.workspaceId}`.execute(
      api.db,
    );
    const spam = await fixture.staff.post(`/triage/${await idOf('An inquiry')}/ignore`, { asSpam: true });
    expect(spam.body.mail.verdict).toBe('spam');
    expect(await getWaitingMail(fixture.staff)).toMatchObject({ total: 1 });
  });
});
