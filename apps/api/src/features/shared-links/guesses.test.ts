import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import { listSystemMails } from '#test/account/system-mails.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

const reader = 'ann@law.test';
const drawing = new PDFDocument();
drawing.text('Returns').end();
const pdf = await buffer(drawing);

let api: TestApi;
let admin: Caller;
let documentId: string;
let token: string;
beforeAll(async () => {
  api = await startApi({ areFilesChecked: true, env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.set(new Date());
  await api.db.deleteFrom('rate_limits').execute();
  admin = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
  documentId = (await admin.upload('/documents?name=returns.pdf', pdf)).body.document.id;
  token = await share();
});

const share = async (allowed: readonly string[] = []): Promise<string> => {
  const { body } = await admin.post(`/documents/${documentId}/links`, { expiresInDays: 7, allowed });
  return String(body.url).split('#')[1] ?? '';
};
const askCode = (email = reader) => api.guest.post('/shared-links/code', { token, email });
const requestNewCode = async (email = reader): Promise<string> => {
  expect((await askCode(email)).status).toBe(204);
  return (await listSystemMails(api, email)).at(-1)?.subject.slice(0, 6) ?? '';
};
const enterCode = async (code: string, email = reader): Promise<number> =>
  (await api.guest.post('/shared-links/session', { token, email, code })).status;
const enterWrongCode = (code: string, email = reader): Promise<number> =>
  enterCode(code === '000000' ? '000001' : '000000', email);
/** Moves the clock past the limits for 15 minutes. */
const waitForNextWindow = (): void => {
  api.clock.set(new Date(api.clock.now().getTime() + 16 * 60_000));
};
/** Moves the clock forward after every five, the limit for 15 minutes. */
const repeatThirtyTimes = async (run: (index: number) => Promise<void>): Promise<void> => {
  for (let index = 0; index < 30; index += 1) {
    if (index % 5 === 0) waitForNextWindow();
    await run(index);
  }
  waitForNextWindow();
};

it('an address has thirty wrong codes at most, however many are sent; a new link starts over', async () => {
  let code = '';
  await repeatThirtyTimes(async (index) => {
    if (index % 5 === 0) code = await requestNewCode();
    expect(await enterWrongCode(code)).toBe(422);
  });
  expect(await enterCode(await requestNewCode())).toBe(429);
  expect(await enterCode(await requestNewCode('bob@law.test'), 'bob@law.test')).toBe(200);
  token = await share();
  expect(await enterCode(await requestNewCode())).toBe(200);
});

it('an address gets thirty codes at most that are not used', async () => {
  await repeatThirtyTimes(async () => void (await requestNewCode()));
  expect((await askCode()).status).toBe(429);
  expect((await askCode('bob@law.test')).status).toBe(204);
});

it('codes that prove the address do not count', async () => {
  await repeatThirtyTimes(async () => expect(await enterCode(await requestNewCode())).toBe(200));
  expect(await enterCode(await requestNewCode())).toBe(200);
});

it('a link has 300 wrong codes at most, of whatever addresses', async () => {
  for (let index = 0; index < 60; index += 1) {
    if (index % 20 === 0) waitForNextWindow();
    const email = `guess${String(index)}@law.test`;
    const code = await requestNewCode(email);
    for (let time = 0; time < 5; time += 1) expect(await enterWrongCode(code, email)).toBe(422);
  }
  waitForNextWindow();
  expect(await enterCode(await requestNewCode())).toBe(429);
});

it('codes for addresses that are not allowed do not use up those of the others', async () => {
  token = await share(['law.test']);
  for (let index = 0; index < 60; index += 1)
    expect((await askCode(`eve${String(index)}@other.test`)).status).toBe(204);
  expect(await enterCode(await requestNewCode())).toBe(200);
});
