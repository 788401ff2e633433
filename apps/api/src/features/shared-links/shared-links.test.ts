import type { SharedLink } from '@handover/contract/documents/shared-links.ts';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listSystemMails } from '#test/account/system-mails.ts';
import type { Caller } from '#test/caller.ts';
import type { TestApi } from '#test/harness.ts';
import {
  createLink,
  createLinkReader,
  reader,
  rejection,
  startApiForLinks,
  uploadToShare,
} from '#test/shared-link-fixture.ts';

const minute = 60_000;

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let documentId: string;
beforeAll(async () => {
  api = await startApiForLinks();
});
afterAll(() => api.close());
beforeEach(async () => {
  ({ workspaceId, admin, documentId } = await uploadToShare(api));
});

const share = (changes: object = {}, id = documentId) => createLink(admin, id, changes);
const { askCode, getCode, enterCode, startSession, readFile, readPage, download, expectClosed } =
  createLinkReader(() => api);
const listLinks = async (id = documentId) => (await admin.get(`/documents/${id}/links`)).body.links;

describe('a shared link', () => {
  it('lets somebody without a login prove an address, read marked pages, and download a stamped PDF', async () => {
    const { token } = await share({ canDownload: true });
    const opened = await api.guest.post('/shared-links/open', { token });
    expect(opened.body.shared).toMatchObject({ senderName: 'Avery Admin', hasPassword: false });
    expect(opened.text).not.toContain('returns');
    const session = await startSession(token, 'Ann@Law.test');
    expect((await readFile(session)).body.file).toMatchObject({
      name: 'returns.pdf',
      email: reader,
      canDownload: true,
      pageCount: 2,
    });
    const page = await readPage(session, 2);
    expect(page.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-store',
    });
    const plain = await admin.get(`/documents/${documentId}/pages/2?width=800`);
    expect(page.text).not.toBe(plain.text);
    const { rawPayload } = await download(session);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)));
    for (const content of text) expect(content).toMatch(/ann@law\.test · .* · 127\.0\.0\.1/);
    expect((await readPage(session, 3)).status).toBe(404);
  });

  it('shows staff who read what, how often, and is in the audit log', async () => {
    const { token } = await share({ canDownload: true });
    const session = await startSession(token);
    for (const page of [1, 2, 2]) await readPage(session, page);
    await download(session);
    expect(await listLinks()).toMatchObject([
      {
        state: 'open',
        readers: [{ email: reader, pages: [1, 2], pageCount: 3, downloadCount: 1 }],
      },
    ]);
    const audit = await api.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id', 'ip_address'])
      .where('workspace_id', '=', workspaceId)
      .where('action', 'in', ['startSharedLinkSession', 'readSharedPage', 'downloadSharedFile'])
      .orderBy('created_at')
      .execute();
    expect(audit).toHaveLength(5);
    expect(audit[0]).toEqual({ action: 'startSharedLinkSession', actor_id: null, ip_address: '127.0.0.1' });
  });

  it('that is view only provides no download', async () => {
    const session = await startSession((await share()).token);
    expect((await download(session)).statusCode).toBe(403);
    expect((await readPage(session)).status).toBe(200);
  });

  it('ends at once when it is revoked: sessions, pages replayed, and codes that were sent', async () => {
    const { id, token } = await share({ canDownload: true });
    const session = await startSession(token);
    expect((await readPage(session)).status).toBe(200);
    await askCode(token, 'bob@law.test');
    const code = await getCode('bob@law.test');
    expect((await admin.post(`/shared-links/${id}/revoke`)).body.link.state).toBe('revoked');
    await expectClosed(session);
    expect(await enterCode(token, code, 'bob@law.test')).toMatchObject(rejection);
    expect(await api.guest.post('/shared-links/open', { token })).toMatchObject(rejection);
    expect(await askCode(token)).toMatchObject(rejection);
  });

  it('ends when it expires, and a session after twelve hours', async () => {
    const { token } = await share({ expiresInDays: 1 });
    const session = await startSession(token);
    const start = Date.now();
    api.clock.set(new Date(start + 13 * 60 * minute));
    await expectClosed(session);
    const second = await startSession(token);
    api.clock.set(new Date(start + 25 * 60 * minute));
    await expectClosed(second);
    expect(await api.guest.post('/shared-links/open', { token })).toMatchObject(rejection);
  });
});

describe('a shared link with an NDA', () => {
  let ndaTemplateId: string;
  beforeEach(async () => {
    ndaTemplateId = (await admin.get('/agreement-templates')).body.templates[0].id;
  });
  const sign = (session: string, changes: object = {}) =>
    api.guest.post('/shared-links/sign', { session, name: 'Ann Attorney', hasConsented: true, ...changes });

  it('shows only its text, without pages or file, until the reader has signed', async () => {
    const { token } = await share({ canDownload: true, ndaTemplateId });
    const session = await startSession(token);
    const unsigned = await readFile(session);
    expect(unsigned.body).toMatchObject({
      file: null,
      nda: { title: 'Non-Disclosure Agreement', email: reader, senderName: 'Avery Admin' },
    });
    expect(unsigned.body.nda.text).not.toContain('{{');
    expect(unsigned.text).not.toContain('returns.pdf');
    expect((await readPage(session)).status).toBe(403);
    expect((await download(session)).statusCode).toBe(403);
    expect((await sign(session, { hasConsented: false })).status).toBe(400);
    expect((await sign(session, { name: ' ' })).status).toBe(400);
    expect((await readPage(session)).status).toBe(403);
    expect((await sign(session)).status).toBe(204);
    expect((await readFile(session)).body).toMatchObject({ nda: null, file: { name: 'returns.pdf' } });
    expect((await readPage(session)).status).toBe(200);
    expect((await download(session)).statusCode).toBe(200);
  });

  it('is signed once by an address, for every session of it on this link and on no other', async () => {
    const [first, second] = [await share({ ndaTemplateId }), await share({ ndaTemplateId })];
    const session = await startSession(first.token);
    await sign(session);
    await sign(session, { name: 'Somebody Else' });
    expect((await readPage(await startSession(first.token))).status).toBe(200);
    expect((await readPage(await startSession(first.token, 'bob@law.test'))).status).toBe(403);
    expect((await readPage(await startSession(second.token))).status).toBe(403);
    const shown = await listLinks();
    expect(
      shown.map(({ id, readers }: SharedLink) => [id, readers.map(({ signedName }) => signedName)]),
    ).toEqual([
      [second.id, [null]],
      [first.id, expect.arrayContaining(['Ann Attorney', null])],
    ]);
    const audit = await api.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('workspace_id', '=', workspaceId)
      .where('action', '=', 'signSharedNda')
      .execute();
    expect(audit).toMatchObject([
      {
        detail: { email: reader, name: 'Ann Attorney', textSha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    ]);
  });

  it('keeps its text when the template changes, and takes no template that is archived or elsewhere', async () => {
    const { token } = await share({ ndaTemplateId });
    const session = await startSession(token);
    const { text } = (await readFile(session)).body.nda;
    const template = (await admin.get('/agreement-templates')).body.templates[0];
    const change = { version: template.version, text: 'Another text.', isArchived: true };
    expect((await admin.patch(`/agreement-templates/${ndaTemplateId}`, change)).status).toBe(200);
    expect((await readFile(session)).body.nda.text).toBe(text);
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    const foreign = (await elsewhere.get('/agreement-templates')).body.templates[0].id;
    for (const templateId of [ndaTemplateId, foreign]) {
      const input = { expiresInDays: 7, ndaTemplateId: templateId };
      const answer = await admin.post(`/documents/${documentId}/links`, input);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'ndaTemplateId' }] } });
    }
  });

  it('shows nothing once it is revoked, not even the text', async () => {
    const { id, token } = await share({ ndaTemplateId });
    const session = await startSession(token);
    await admin.post(`/shared-links/${id}/revoke`);
    expect(await sign(session)).toMatchObject(rejection);
    await expectClosed(session);
  });
});

describe('access to a shared link', () => {
  it('requires the code of the latest email, which can be used once and expires after ten minutes', async () => {
    const { token } = await share();
    await askCode(token);
    const first = await getCode();
    const session = await startSession(token);
    expect((await readFile(session)).status).toBe(200);
    expect((await enterCode(token, await getCode())).status).toBe(422);
    expect((await enterCode(token, first)).status).toBe(422);
    await askCode(token);
    api.clock.set(new Date(Date.now() + 11 * minute));
    expect((await enterCode(token, await getCode())).status).toBe(422);
  });

  it('has five tries for a code; then the right one is refused too', async () => {
    const { token } = await share();
    await askCode(token);
    const code = await getCode();
    const wrong = code === '000000' ? '000001' : '000000';
    const statuses = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await enterCode(token, wrong)).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422]);
    expect((await enterCode(token, code)).status).toBe(429);
  });

  it('gets five emails in a quarter of an hour', async () => {
    const { token } = await share();
    for (let index = 0; index < 5; index += 1) expect((await askCode(token)).status).toBe(204);
    expect((await askCode(token)).status).toBe(429);
    expect((await askCode(token, 'bob@law.test')).status).toBe(204);
  });

  it('has an address that is allowed and not denied; others get the same answers but no email', async () => {
    const { token } = await share({ allowed: ['firm.test', 'Cal@bank.test'], denied: ['bob@firm.test'] });
    for (const [email, isAllowed] of [
      ['ann@firm.test', true],
      ['ann@tax.firm.test', true],
      ['cal@bank.test', true],
      ['dan@bank.test', false],
      ['bob@firm.test', false],
      ['ann@outfirm.test', false],
    ] as const) {
      expect((await askCode(token, email)).status).toBe(204);
      const mails = await listSystemMails(api, email);
      expect(mails).toHaveLength(isAllowed ? 1 : 0);
      const code = mails[0]?.subject.startsWith('000000') === true ? '000001' : '000000';
      const answers = [];
      for (let index = 0; index < 6; index += 1)
        answers.push(await api.guest.post('/shared-links/session', { token, email, code }));
      expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 429]);
      expect(answers[0]?.body.errors).toMatchObject([{ path: 'code' }]);
    }
  });

  it('enters the password before a code is sent, with ten tries', async () => {
    const { token } = await share({ password: 'three blue doors' });
    expect((await api.guest.post('/shared-links/open', { token })).body.shared.hasPassword).toBe(true);
    expect((await askCode(token, 'eve@law.test')).body.errors).toMatchObject([{ path: 'password' }]);
    expect(await listSystemMails(api, 'eve@law.test')).toEqual([]);
    expect((await askCode(token, reader, { password: 'three blue doors' })).status).toBe(204);
    for (let index = 0; index < 9; index += 1) await askCode(token, reader, { password: 'wrong' });
    expect((await askCode(token, reader, { password: 'three blue doors' })).status).toBe(429);
  });

  it('reads with the session of this link only, and no secret is stored', async () => {
    const [first, second] = [await share(), await share()];
    const session = await startSession(first.token);
    expect((await enterCode(second.token, await getCode())).status).toBe(422);
    await admin.post(`/shared-links/${first.id}/revoke`);
    await expectClosed(session);
    await expectClosed(second.token);
    const stored = JSON.stringify([
      await api.db.selectFrom('shared_links').selectAll().where('workspace_id', '=', workspaceId).execute(),
      await api.db
        .selectFrom('shared_link_sessions')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .execute(),
    ]);
    for (const secret of [first.token, session]) expect(stored).not.toContain(secret.split('.')[1]);
  });
});

describe('staff', () => {
  it('share PDFs only, where a mail server can send the codes', async () => {
    const { document } = (await admin.upload('/documents?name=a.txt', 'text')).body;
    const answer = await admin.post(`/documents/${document.id}/links`, { expiresInDays: 7 });
    expect(answer).toMatchObject({ status: 422, body: { detail: expect.stringContaining('PDF') } });
    const invalid = { expiresInDays: 7, allowed: ['not an address'] };
    expect((await admin.post(`/documents/${documentId}/links`, invalid)).status).toBe(400);
  });

  it('of another workspace, clients, and those out of scope neither see nor end a link', async () => {
    const { id } = await share();
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    const customerId = await api.makeCustomer(workspaceId);
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
    for (const caller of [elsewhere, client]) {
      expect((await caller.get(`/documents/${documentId}/links`)).status).toBe(404);
      expect((await caller.post(`/documents/${documentId}/links`, { expiresInDays: 7 })).status).toBe(404);
      expect((await caller.post(`/shared-links/${id}/revoke`)).status).toBe(404);
    }
    expect(await listLinks()).toMatchObject([{ id, state: 'open' }]);
  });
});
