import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { listSystemMails } from '#test/account/system-mails.ts';
import { newId } from '#lib/ids.ts';
import { hashPassword } from '#lib/password-hash.ts';
import { createResetLink } from './password.service.ts';
import { makeRescueLink } from './rescue-link.ts';

const newPassword = 'fresh and long enough';
let api: TestApi;
let passwordHash: string;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
  passwordHash = await hashPassword('correct horse battery');
});
afterEach(() => api.clock.set(new Date()));
afterAll(() => api.close());

/** A superadmin whose phone is lost. */
async function makeLost() {
  const email = `root-${newId()}@people.test`;
  const caller = await api.signIn({ role: 'ADMIN', email, passwordHash });
  const { userId } = caller;
  await api.db.updateTable('users').set({ is_superadmin: true }).where('id', '=', userId).execute();
  await api.db
    .insertInto('second_factors')
    .values({
      user_id: userId,
      sealed_secret: api.booted.platform.keyring.encrypt('JBSWY3DPEHPK3PXP', `second-factor:${userId}`),
      created_at: new Date(),
      enabled_at: new Date(),
    })
    .execute();
  return { email, caller, userId };
}

const rescue = (email: string) => {
  const { platform } = api.booted;
  return platform.runner.transact((work) => makeRescueLink(work, platform, email));
};
const reset = (link: string, secret = newPassword) =>
  api.guest.post('/auth/reset-password', { token: link.split('#')[1], newPassword: secret });
const requestReset = async (userId: string) =>
  `#${(await api.booted.platform.runner.transact((work) => createResetLink(work, userId))).secret}`;
const signIn = (email: string) => api.guest.post('/auth/login', { email, password: newPassword });

it('sets a new password once, ends sessions and the second factor, and is logged and reported', async () => {
  const { email, caller, userId } = await makeLost();
  const link = await rescue(email.toUpperCase());
  expect(link).toMatch(/\/reset-password#[A-Za-z0-9_-]{43}$/);
  expect((await reset(link, 'password1234')).body.code).toBe('PASSWORD_WEAK');
  expect((await reset(link)).status).toBe(204);
  expect((await reset(link)).body.code).toBe('LINK_INVALID');
  expect((await caller.get('/auth/profile')).status).toBe(401);
  expect((await signIn(email)).body.user).toMatchObject({ email, role: 'SUPERADMIN' });
  const entries = await api.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'detail'])
    .where('subject_id', '=', userId)
    .where('action', 'in', ['makeRescueLink', 'resetPassword'])
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'makeRescueLink', actor_id: null, detail: {} },
    { action: 'resetPassword', actor_id: userId, detail: { by: 'rescue link' } },
  ]);
  expect((await listSystemMails(api, email)).map(({ subject }) => subject)).toEqual([
    'A recovery link for your account was created',
    'Your password was changed',
    'Two-step sign-in was removed',
  ]);
});

it('proves nothing about the address, since no mail carried it', async () => {
  const { email, userId } = await makeLost();
  await reset(await rescue(email));
  const user = await api.db
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(user.email_verified_at).toBeNull();
});

it('ends after 60 minutes, and with the next one', async () => {
  const { email } = await makeLost();
  const first = await rescue(email);
  const second = await rescue(email);
  expect((await reset(first)).status).toBe(410);
  api.clock.set(new Date(Date.now() + 60 * 60_000 + 1000));
  expect((await reset(second)).status).toBe(410);
});

it('ends with a reset by email, as that ends with it', async () => {
  const { email, userId } = await makeLost();
  await api.db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', userId).execute();
  const first = { rescue: await rescue(email), reset: await requestReset(userId) };
  expect((await reset(first.reset)).status).toBe(204);
  expect((await reset(first.rescue)).body.code).toBe('LINK_INVALID');
  const second = { rescue: await rescue(email), reset: await requestReset(userId) };
  expect((await reset(second.rescue)).status).toBe(204);
  expect((await reset(second.reset)).body.code).toBe('LINK_INVALID');
});

it('ends a lockout, as a reset by email does', async () => {
  for (const isRescue of [true, false]) {
    const { email, userId } = await makeLost();
    for (let attempt = 0; attempt <= 10; attempt += 1) await signIn(email);
    expect((await signIn(email)).status).toBe(429);
    expect((await reset(isRescue ? await rescue(email) : await requestReset(userId))).status).toBe(204);
    expect((await signIn(email)).status).toBe(200);
  }
});

it('is refused for anybody but an active superadmin, with the addresses of those', async () => {
  const { email, userId } = await makeLost();
  const admin = `admin-${newId()}@people.test`;
  await api.signIn({ role: 'ADMIN', email: admin });
  for (const other of [admin, 'nobody@people.test']) await expect(rescue(other)).rejects.toThrow(email);
  await api.db.updateTable('users').set({ status: 'banned' }).where('id', '=', userId).execute();
  await expect(rescue(email)).rejects.toThrow('No active superadmin');
});
