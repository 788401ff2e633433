import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { listSystemMails } from '#test/account/system-mails.ts';
import { newId } from '#lib/ids.ts';
import { hashPassword } from '#lib/password-hash.ts';
import { getNetwork } from './trusted-devices.ts';

const password = 'correct horse battery';
const createChromeAgent = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/${String(version)}.0 Safari/537.36`;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let api: TestApi;
let passwordHash: string;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
  passwordHash = await hashPassword(password);
});
afterAll(() => api.close());

async function makeUser() {
  const email = `user-${newId()}@people.test`;
  const caller = await api.signIn({ email, passwordHash });
  const signIn = (userAgent: string) =>
    api.guest.post('/auth/login', { email, password }, { headers: { 'user-agent': userAgent } });
  return { email, caller, signIn };
}

it('reports a sign-in from each unknown device once, but not the first device or a newer browser version', async () => {
  const { email, signIn } = await makeUser();
  await signIn(createChromeAgent(148));
  await signIn(createChromeAgent(149));
  expect(await listSystemMails(api, email)).toEqual([]);
  await signIn(firefox);
  await signIn(firefox);
  const mails = await listSystemMails(api, email);
  expect(mails.map(({ subject }) => subject)).toEqual(['New sign-in to your account']);
  expect(mails[0]?.text).toContain('From: Firefox on Linux, 127.0.0.1');
  expect(mails[0]?.text).toContain('(UTC)');
});

it('reports a changed password', async () => {
  const { email, caller } = await makeUser();
  const body = { currentPassword: password, newPassword: 'fresh and long enough' };
  await caller.post('/auth/change-password', body);
  expect((await listSystemMails(api, email)).map(({ subject }) => subject)).toEqual([
    'Your password was changed',
  ]);
});

it('notifies no one if there is no account to lock', async () => {
  const email = `nobody-${newId()}@people.test`;
  for (let attempt = 0; attempt < 12; attempt += 1) await api.guest.post('/auth/login', { email, password });
  expect(await listSystemMails(api, email)).toEqual([]);
});

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2::9', '20010db80001/48'],
  ['nonsense', 'unknown'],
])('%s is of the network %s', (address, network) => {
  expect(getNetwork(address)).toBe(network);
});
