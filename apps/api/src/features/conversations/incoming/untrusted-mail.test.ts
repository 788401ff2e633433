import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, createRawMail, type MailFixture } from '#test/mail/mail-fixture.ts';
import { createSigner } from '#test/mail/signed-mail.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const postMail = (fixture: MailFixture, raw: string) =>
  api.guest.upload(fixture.inboundPath, raw, { headers: { 'content-type': 'message/rfc822' } });

async function listConversationMessages(fixture: MailFixture) {
  return (await fixture.staff.get(`/users/${fixture.customerId}/emails`)).body.emails;
}

it('keeps attachments by what they contain, not by what the sender calls them', async () => {
  const fixture = await createMailFixture(api);
  const headers = { From: fixture.address, 'Content-Type': 'multipart/mixed; boundary=x' };
  const lines = [
    '--x',
    'Content-Type: application/pdf; name="report.pdf"',
    'Content-Disposition: attachment',
    '',
    '<html><script>alert(1)</script></html>',
    '--x',
    'Content-Type: text/html; name="scan.html"',
    'Content-Disposition: attachment',
    '',
    '%PDF-1.7',
    '--x--',
  ];
  await postMail(fixture, createRawMail(headers, lines.join('\r\n')));
  expect((await listConversationMessages(fixture))[0].attachments).toMatchObject([
    { name: 'report.pdf', contentType: 'text/plain; charset=utf-8' },
    { name: 'scan.html', contentType: 'application/pdf' },
  ]);
});

it('shows whether the sender is verified, and warns when a previously verified sender is not', async () => {
  const fixture = await createMailFixture(api);
  const sign = createSigner(api.dnsRecords, 'clients.test');
  const notified = async () => (await fixture.staff.get('/notifications')).body.notifications[0]?.title;
  const receive = async (raw: string) => {
    await postMail(fixture, raw);
    const [{ senderCheck, senderWarning }] = await listConversationMessages(fixture);
    return { senderCheck, senderWarning };
  };
  await fixture.staff.patch(`/users/${fixture.customerId}`, { version: 1, brokerId: fixture.staff.userId });
  const mail = (text: string) => createRawMail({ From: fixture.address }, text);
  expect(await receive(mail('Hello'))).toEqual({ senderCheck: 'failed', senderWarning: null });
  expect(await notified()).toMatch(/^New email in/);
  expect(await receive(await sign(mail('Wire instructions follow')))).toEqual({
    senderCheck: 'verified',
    senderWarning: null,
  });
  expect(await receive(mail('Hello'))).toEqual({ senderCheck: 'failed', senderWarning: 'changed' });
  expect(await notified()).toMatch(/^Possibly forged email in/);
  expect(await receive(mail('Use the new bank account'))).toMatchObject({ senderWarning: 'payment' });
});
