import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, rawMail, type MailFixture } from '#test/mail/mail-fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const stranger = 'Stan.Ranger@Elsewhere.test';
const receive = async (desk: MailFixture, headers: Record<string, string> = {}, body = 'I want to sell') =>
  (
    await api.guest.upload(
      desk.inboundPath,
      rawMail({ From: `Stan Ranger <${stranger}>`, Subject: 'My practice', ...headers }, body),
      { headers: { 'content-type': 'message/rfc822' } },
    )
  ).body.result;
const receiveWithFile = (desk: MailFixture) => {
  const parts = [
    '--b\r\nContent-Type: text/html\r\n\r\n<p>Hello <script>alert(1)</script></p>',
    '--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="terms.txt"\r\n\r\nterms',
    '--b--',
  ];
  const headers = { 'Content-Type': 'multipart/mixed; boundary=b', Subject: 'Second' };
  return receive(desk, headers, parts.join('\r\n'));
};
const waiting = async (person: Caller) => (await person.get('/triage')).body;
const ignored = async (person: Caller) => (await person.get('/triage?shown=ignored')).body;

describe('mail of an unknown sender', () => {
  it('waits, newest first and page by page, and can be opened with its files', async () => {
    const desk = await createMailFixture(api);
    expect(await receive(desk, { Subject: 'First' })).toBe('triage');
    await receiveWithFile(desk);
    const first = (await desk.staff.get('/triage?limit=1')).body;
    expect(first).toMatchObject({ total: 2, mails: [{ subject: 'Second', hasHtml: true, verdict: null }] });
    const second = (await desk.staff.get(`/triage?limit=1&cursor=${encodeURIComponent(first.nextCursor)}`))
      .body;
    expect(second).toMatchObject({ total: 2, nextCursor: null, mails: [{ subject: 'First' }] });

    const [mail] = first.mails;
    expect(mail.attachments).toMatchObject([{ name: 'terms.txt' }]);
    const file = await desk.staff.post(`/files/${mail.attachments[0].id}/ticket`);
    expect((await api.guest.get(file.body.ticket.url.replace('/api', ''))).text.trim()).toBe('terms');
    const page = await desk.staff.post(`/emails/${mail.id}/html-ticket`, {});
    const html = await api.guest.get(page.body.ticket.url.replace('/api', ''));
    expect(html.text).toContain('Hello');
    expect(html.text).not.toContain('alert');
  });

  it('is told to administrators once until they have read it', async () => {
    const desk = await createMailFixture(api);
    const told = async () => (await desk.admin.get('/notifications')).body;
    await receive(desk);
    await receive(desk);
    expect(await told()).toMatchObject({ total: 1, notifications: [{ type: 'email.unknown' }] });
    await desk.admin.post('/notifications/read-all');
    await receive(desk);
    expect(await told()).toMatchObject({ total: 2, unreadCount: 1 });
  });

  it('is not shown to staff who see only their own customers, nor from the private mailbox of another', async () => {
    const narrow = await createMailFixture(api, { recordScope: 'own' });
    await receiveWithFile(narrow);
    expect((await waiting(narrow.staff)).total).toBe(0);
    const [mail] = (await waiting(narrow.admin)).mails;
    const paths = [`/emails/${mail.id}/html-ticket`, `/files/${mail.attachments[0].id}/ticket`];
    for (const path of paths) {
      expect((await narrow.staff.post(path)).status, path).toBe(404);
      expect((await narrow.admin.post(path)).status, path).toBe(201);
    }

    const desk = await createMailFixture(api);
    await api.db
      .updateTable('mailboxes')
      .set({ owner_id: desk.staff.userId })
      .where('workspace_id', '=', desk.workspaceId)
      .execute();
    await receive(desk);
    expect((await waiting(desk.staff)).total).toBe(1);
    expect((await waiting(desk.admin)).total).toBe(0);
  });
});

describe('filing it under a customer', () => {
  it('moves all mail of the sender into the conversation, and later mail follows by itself', async () => {
    const desk = await createMailFixture(api);
    await receive(desk, { Subject: 'One' });
    await receive(desk, { Subject: 'Two', From: stranger.toLowerCase() });
    await receive(desk, { Subject: 'Of another', From: 'other@x.test' });
    const mail = (await waiting(desk.staff)).mails.find(
      ({ subject }: { subject: string }) => subject === 'One',
    );
    const path = `/triage/${mail.id}/file`;
    const filed = await desk.staff.post(path, { customerId: desk.customerId });
    expect(filed).toMatchObject({ status: 200, body: { filed: { count: 2, customerId: desk.customerId } } });
    expect((await waiting(desk.staff)).mails).toMatchObject([{ subject: 'Of another' }]);

    expect(await receive(desk, { Subject: 'Three' })).toBe('filed');
    const { emails } = (await desk.staff.get(`/users/${desk.customerId}/emails`)).body;
    expect(emails.map(({ subject }: { subject: string }) => subject)).toEqual(['Three', 'Two', 'One']);
    const { user } = (await desk.staff.get(`/users/${desk.customerId}`)).body;
    expect(user).toMatchObject({ extraEmails: [stranger], counts: { emails: 3 } });
    expect((await desk.staff.post(path, { customerId: desk.customerId })).status).toBe(404);
  });

  it('gives a customer without an address this one', async () => {
    const desk = await createMailFixture(api);
    const customerId = await api.makeCustomer(desk.workspaceId, { email: null });
    await receive(desk);
    const [mail] = (await waiting(desk.staff)).mails;
    await desk.staff.post(`/triage/${mail.id}/file`, { customerId });
    expect((await desk.staff.get(`/users/${customerId}`)).body.user).toMatchObject({
      email: stranger,
      extraEmails: [],
    });
  });

  it('files nothing under a customer in the bin or of another workspace', async () => {
    const desk = await createMailFixture(api);
    const elsewhere = await createMailFixture(api);
    await receive(desk);
    const [mail] = (await waiting(desk.staff)).mails;
    await desk.admin.delete(`/users/${desk.customerId}`);
    for (const customerId of [desk.customerId, elsewhere.customerId])
      expect((await desk.admin.post(`/triage/${mail.id}/file`, { customerId })).status).toBe(404);
    expect((await waiting(desk.staff)).total).toBe(1);
  });

  it('is done once when two do it at the same moment', async () => {
    const desk = await createMailFixture(api);
    await receive(desk);
    const [mail] = (await waiting(desk.staff)).mails;
    const answers = await Promise.all(
      [desk.staff, desk.admin].map((person) =>
        person.post(`/triage/${mail.id}/file`, { customerId: desk.customerId }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await desk.staff.get(`/users/${desk.customerId}/emails`)).body.total).toBe(1);
  });
});

describe('putting it aside', () => {
  it('ignores one mail, and takes that back', async () => {
    const desk = await createMailFixture(api);
    await receive(desk, { Subject: 'One' });
    await receive(desk, { Subject: 'Two' });
    const { mails } = await waiting(desk.staff);
    const mail = await desk.staff.post(`/triage/${mails[0].id}/ignore`, {});
    expect(mail.body.mail).toMatchObject({ verdict: 'ignored' });
    expect((await waiting(desk.staff)).mails).toMatchObject([{ subject: 'One' }]);
    expect((await desk.staff.post(`/triage/${mails[0].id}/restore`)).body.mail.verdict).toBeNull();
    expect((await waiting(desk.staff)).total).toBe(2);
    expect((await desk.staff.post(`/triage/${mails[0].id}/restore`)).status).toBe(422);
  });

  it('as spam takes all mail of the sender along, later mail too, until it is taken back', async () => {
    const desk = await createMailFixture(api);
    await receive(desk);
    await receive(desk);
    const [mail] = (await waiting(desk.staff)).mails;
    await desk.staff.post(`/triage/${mail.id}/ignore`, { asSpam: true });
    await desk.admin.post('/notifications/read-all');
    await receive(desk);
    expect(await waiting(desk.staff)).toMatchObject({ total: 0 });
    expect(await ignored(desk.staff)).toMatchObject({ total: 3 });
    expect((await desk.admin.get('/notifications')).body.unreadCount).toBe(0);
    await desk.staff.post(`/triage/${mail.id}/restore`);
    await receive(desk);
    expect(await waiting(desk.staff)).toMatchObject({ total: 4 });
  });
});
