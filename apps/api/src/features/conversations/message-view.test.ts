import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, createRawMail, type MailFixture } from '#test/mail/mail-fixture.ts';
import { aPng } from '#test/pictures.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const hostile = [
  '<p onclick="alert(1)">Hello <b>Ann</b></p>',
  '<script>alert(1)</script><svg onload=alert(1)></svg><iframe src="javascript:alert(1)"></iframe>',
  '<meta http-equiv="refresh" content="0;url=https://evil.test"><base href="https://evil.test/"><form action="https://evil.test"><input name=a></form>',
  '<a href="javascript:alert(1)">a</a><a href="data:text/html,x">b</a><a href="https://ok.test">c</a>',
  '<div style="background:url(https://evil.test/a);width:expression(alert(1))">d</div>',
  '<img src="https://track.test/a.png" alt="logo"><img src="cid:pic">',
].join('');

/** Receives mail with this HTML and one inline image. Returns its id. */
async function receiveMail(fixture: MailFixture, html: string): Promise<string> {
  const body = [
    '--x',
    'Content-Type: text/html; charset=utf-8',
    '',
    html,
    '--x',
    'Content-Type: image/png',
    'Content-ID: <pic>',
    'Content-Transfer-Encoding: base64',
    '',
    aPng().toString('base64'),
    '--x--',
  ].join('\r\n');
  await api.guest.upload(
    fixture.inboundPath,
    createRawMail({ From: fixture.address, 'Content-Type': 'multipart/related; boundary=x' }, body),
  );
  return (await fixture.staff.get(`/users/${fixture.customerId}/emails`)).body.emails[0].id;
}

async function open(caller: Caller, id: string, withRemoteImages = false) {
  const { body } = await caller.post(`/emails/${id}/html-ticket`, { withRemoteImages });
  return api.guest.get(String(body.ticket.url).replace('/api', ''));
}

describe('an email as HTML', () => {
  it('serves a page without scripts or requests', async () => {
    const fixture = await createMailFixture(api);
    const page = await open(fixture.staff, await receiveMail(fixture, hostile));
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect(page.text).toContain('<p>Hello <b>Ann</b></p>');
    expect(page.text).toContain(
      '<a href="https://ok.test" rel="noopener noreferrer nofollow" target="_blank">c</a>',
    );
    expect(page.text).toContain(`<img src="data:image/png;base64,${aPng().toString('base64')}"`);
    expect(page.text).toContain('[logo]');
    expect(page.text).not.toMatch(
      /script|onclick|onload|svg|iframe|refresh|<base|<form|<input|javascript:|data:text|evil\.test|track\.test|expression/,
    );
  });

  it('shows remote images on request, with a policy that allows only images', async () => {
    const fixture = await createMailFixture(api);
    const page = await open(fixture.staff, await receiveMail(fixture, hostile), true);
    expect(page.text).toContain('<img src="https://track.test/a.png" alt="logo" />');
    expect(page.headers['content-security-policy']).toContain(
      "default-src 'none'; img-src data: https:; style-src",
    );
    expect(page.text).not.toMatch(/script|evil\.test/);
  });

  it('checks access each time it is opened', async () => {
    const fixture = await createMailFixture(api);
    const { body } = await fixture.staff.post(
      `/emails/${await receiveMail(fixture, '<p>a</p>')}/html-ticket`,
    );
    const path = String(body.ticket.url).replace('/api', '');
    expect((await api.guest.get(path)).status).toBe(200);
    await api.db
      .updateTable('workspaces')
      .set({ staff_access: ['tasks'] })
      .where('id', '=', fixture.workspaceId)
      .execute();
    expect((await api.guest.get(path)).status).toBe(404);
    await api.db
      .updateTable('workspaces')
      .set({ staff_access: ['users'], record_scope: 'own' })
      .where('id', '=', fixture.workspaceId)
      .execute();
    expect((await api.guest.get(path)).status).toBe(404);
  });

  it('does not exist for plain text or for people without access', async () => {
    const fixture = await createMailFixture(api);
    const elsewhere = await createMailFixture(api);
    const id = await receiveMail(fixture, '<p>a</p>');
    expect((await api.guest.post(`/emails/${id}/html-ticket`)).status).toBe(401);
    expect((await elsewhere.admin.post(`/emails/${id}/html-ticket`)).status).toBe(404);
    await api.guest.upload(fixture.inboundPath, createRawMail({ From: fixture.address }));
    const [plain] = (await fixture.staff.get(`/users/${fixture.customerId}/emails`)).body.emails;
    expect((await fixture.staff.post(`/emails/${String(plain.id)}/html-ticket`)).status).toBe(422);
  });

  it('exists for the client who wrote the message', async () => {
    const fixture = await createMailFixture(api);
    const client = await api.signIn({
      role: 'CLIENT',
      workspaceId: fixture.workspaceId,
      customerId: fixture.customerId,
    });
    expect((await open(client, await receiveMail(fixture, '<p>mine</p>'))).text).toContain('<p>mine</p>');
  });
});
