import { expect } from 'vitest';
import { listSystemMails } from './account/system-mails.ts';
import type { Caller } from './caller.ts';
import type { TestApi } from './harness.ts';

export const reader = 'ann@law.test';
export const rejection = { status: 410, body: { code: 'LINK_INVALID' } };

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
