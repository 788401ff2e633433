import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { expect } from 'vitest';
import { listJobs } from '#registry.ts';
import { listSystemMails } from './account/system-mails.ts';
import type { Caller } from './caller.ts';
import { startApi, type TestApi } from './harness.ts';

export const reader = 'ann@law.test';
export const rejection = { status: 410, body: { code: 'LINK_INVALID' } };

const drawing = new PDFDocument();
drawing.text('Returns').addPage().text('Two').end();
export const twoPages = await buffer(drawing);

/** An app whose emails to readers of links wait for a mail server. */
export async function startApiForLinks(): Promise<TestApi> {
  const api = await startApi({ areFilesChecked: true, env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  await api.booted.jobs.start(listJobs(api.booted.platform));
  return api;
}

/** A new workspace with a file of two pages, and no attempts of readers yet. */
export async function uploadToShare(
  api: TestApi,
): Promise<{ workspaceId: string; admin: Caller; documentId: string }> {
  api.clock.set(new Date());
  await api.db.deleteFrom('rate_limits').execute();
  const workspaceId = await api.makeWorkspace();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Avery Admin' });
  const { body } = await admin.upload('/documents?name=returns.pdf', twoPages);
  return { workspaceId, admin, documentId: body.document.id };
}

/** Shares a document by a link. */
export async function createLink(
  caller: Caller,
  documentId: string,
  changes: object = {},
): Promise<{ id: string; token: string }> {
  const input = { expiresInDays: 7, ...changes };
  const { status, body } = await caller.post(`/documents/${documentId}/links`, input);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { id: body.link.id, token: String(body.url).split('#')[1] ?? '' };
}

/** What somebody without a login does with a shared link. */
export function createLinkReader(getApi: () => TestApi) {
  const post = (path: string, body: object) => getApi().guest.post(`/shared-links/${path}`, body);
  const askCode = (token: string, email = reader, more = {}) => post('code', { token, email, ...more });
  const getCode = async (email = reader) =>
    (await listSystemMails(getApi(), email.toLowerCase())).at(-1)?.subject.slice(0, 6) ?? '';
  const enterCode = (token: string, code: string, email = reader) => post('session', { token, email, code });
  const startSession = async (token: string, email = reader): Promise<string> => {
    expect((await askCode(token, email)).status).toBe(204);
    const { status, body } = await enterCode(token, await getCode(email), email);
    expect(status).toBe(200);
    return body.session;
  };
  const readFile = (session: string) => post('file', { session });
  const readPage = (session: string, page = 1, number = 1) =>
    post('page', { session, number, page, width: '800' });
  const download = (session: string) =>
    getApi().app.inject({ method: 'POST', url: '/api/shared-links/pdf', payload: { session } });
  const expectClosed = async (session: string): Promise<void> => {
    expect(await readFile(session)).toMatchObject(rejection);
    expect(await readPage(session)).toMatchObject(rejection);
    expect((await download(session)).statusCode).toBe(410);
  };
  return { askCode, getCode, enterCode, startSession, readFile, readPage, download, expectClosed };
}
