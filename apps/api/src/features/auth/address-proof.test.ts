import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAuthenticator, type SoftAuthenticator } from '#test/account/authenticator.ts';
import { listSystemMails } from '#test/account/system-mails.ts';
import { createCaller, type ApiResponse, type Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { newId } from '#lib/ids.ts';
import { createLink } from '#platform/links/links.ts';
import { hashPassword } from '#lib/password-hash.ts';

const password = 'correct horse battery';
const newPassword = 'fresh and long enough';
let api: TestApi;
beforeAll(async () => {
  // No mail server listens there, so emails stay queued, where the test reads them.
  api = await startApi({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  await api.startJobs();
});
afterAll(() => api.close());

const findToken = async (email: string) =>
  /#(\S+)/.exec(
    (await listSystemMails(api, email)).findLast(({ text }) => text.includes('#'))?.text ?? '',
  )?.[1];
const isProven = async (userId: string) =>
  (
    await api.db
      .selectFrom('users')
      .select('email_verified_at')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).email_verified_at !== null;

async function addPasskey(caller: Caller, name: string): Promise<SoftAuthenticator> {
  const authenticator = makeAuthenticator();
  const { challengeId, options } = (await caller.post('/auth/passkeys/begin', { password })).body;
  const registration = authenticator.create({ challenge: options.challenge });
  expect((await caller.post('/auth/passkeys', { challengeId, name, registration })).status).toBe(201);
  return authenticator;
}

async function signInByPasskey(userId: string, authenticator: SoftAuthenticator) {
  const { challengeId, options } = (await api.guest.post('/auth/passkey-sign-in/begin')).body;
  const userHandle = Buffer.from(userId).toString('base64url');
  const assertion = authenticator.get({ challenge: options.challenge, userHandle });
  return api.guest.post('/auth/passkey-sign-in', { challengeId, assertion });
}

async function addSecondFactor(caller: Caller): Promise<string[]> {
  const { secret } = (await caller.post('/auth/second-factor', { password })).body.enrolment;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  return (await caller.post('/auth/second-factor/confirm', { code })).body.recoveryCodes;
}

/**
 * A login that an administrator created with an invitation that was not emailed, with everything that can sign in to
 * it.
 */
async function makePlanted() {
  const email = `owner-${newId()}@people.test`;
  const workspaceId = await api.makeWorkspace();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const link = await api.booted.platform.runner.transact((work) =>
    createLink(work, {
      kind: 'invite',
      lifetimeMinutes: 60,
      email,
      workspaceId,
      role: 'ADMIN',
      createdBy: admin.userId,
    }),
  );
  const accept = { token: link.secret, displayName: 'Planted', password };
  const { token, user } = (await api.guest.post('/auth/accept-invite', accept)).body;
  const caller = createCaller(api.app, { token, userId: user.id, workspaceId });
  const passkey = await addPasskey(caller, 'Planted key');
  const { key } = (await caller.post('/api-keys', { name: 'Sync', scopes: ['customers:read'], days: 30 }))
    .body;
  const feed = await makeCalendarLink(caller);
  const recoveryCodes = await addSecondFactor(caller);
  expect(await listStatuses({ key, feed })).toEqual([200, 200]);
  return { email, caller, passkey, key, feed, recoveryCodes };
}

async function makeCalendarLink(caller: Caller): Promise<string> {
  return String((await caller.post('/calendar-feed')).body.url).replace('http://localhost:3000/api', '');
}

/** The status codes for an API key and a calendar link. */
async function listStatuses({ key, feed }: { key: string; feed: string }): Promise<number[]> {
  const byKey = await api.guest.get('/users', { headers: { authorization: `Bearer ${key}` } });
  return [byKey.status, (await api.guest.get(feed)).status];
}

type Planted = Awaited<ReturnType<typeof makePlanted>>;

async function expectEnded({ email, caller, passkey, key, feed, recoveryCodes }: Planted) {
  const { userId } = caller;
  expect(await isProven(userId)).toBe(true);
  expect((await caller.get('/auth/profile')).status).toBe(401);
  expect((await signInByPasskey(userId, passkey)).status).toBe(401);
  const [code] = recoveryCodes;
  expect((await api.guest.post('/auth/login', { email, password, code })).body.code).toBe(
    'INVALID_CREDENTIALS',
  );
  expect(await listStatuses({ key, feed })).toEqual([401, 404]);
  for (const table of ['passkeys', 'second_factors', 'recovery_codes'] as const)
    expect(await api.db.selectFrom(table).selectAll().where('user_id', '=', userId).execute()).toEqual([]);
  expect((await listSystemMails(api, email)).map(({ subject }) => subject)).toContain(
    'Your email address was confirmed',
  );
}

describe('the first proof of an address removes all access set up before', () => {
  it('by a reset link, after which the new password alone signs in', async () => {
    const planted = await makePlanted();
    const { email } = planted;
    expect(await isProven(planted.caller.userId)).toBe(false);
    await api.guest.post('/auth/forgot-password', { email });
    const token = await findToken(email);
    expect((await api.guest.post('/auth/reset-preview', { token })).body.reset).toEqual({
      isFirstProof: true,
      passkeys: [],
      hasSecondFactor: false,
    });
    expect((await api.guest.post('/auth/reset-password', { token, newPassword })).status).toBe(204);
    await expectEnded(planted);
    expect((await api.guest.post('/auth/login', { email, password: newPassword })).status).toBe(200);
  });

  it('by the confirmation link, followed by a new password', async () => {
    const planted = await makePlanted();
    const { email, caller } = planted;
    await caller.post('/auth/email/confirmation');
    const { body } = await api.guest.post('/auth/confirm-email', { token: await findToken(email) });
    await expectEnded(planted);
    const reset = { token: body.resetToken, newPassword };
    expect((await api.guest.post('/auth/reset-password', reset)).status).toBe(204);
    expect((await api.guest.post('/auth/login', { email, password: newPassword })).status).toBe(200);
  });

  it('by the link that confirms another address', async () => {
    const planted = await makePlanted();
    const email = `moved-${newId()}@people.test`;
    await planted.caller.post('/auth/email', { email, password });
    await api.guest.post('/auth/confirm-email', { token: await findToken(email) });
    await expectEnded({ ...planted, email });
  });

  it('by an emailed invitation, which asks for a name and password instead of the password that others know', async () => {
    const planted = await makePlanted();
    const { email } = planted;
    const workspaceId = await api.makeWorkspace();
    const admin = await api.signIn({ role: 'ADMIN', workspaceId });
    await admin.post('/invitations', { email, role: 'STAFF' });
    const token = await findToken(email);
    expect((await api.guest.post('/auth/invite-preview', { token })).body.invite.hasLogin).toBe(false);
    const accept = { token, displayName: 'Real Owner', password: newPassword };
    const { body } = await api.guest.post('/auth/accept-invite', accept);
    expect(body.user).toMatchObject({ id: planted.caller.userId, displayName: 'Real Owner', version: 2 });
    await expectEnded(planted);
    expect((await api.guest.post('/auth/login', { email, password: newPassword })).status).toBe(200);
  });
});

it('an invitation that an administrator handed over proves nothing, also once there is a mail server', async () => {
  const { caller } = await makePlanted();
  expect(await isProven(caller.userId)).toBe(false);
});

describe('a reset of a proven address', () => {
  async function makeOwner() {
    const email = `owner-${newId()}@people.test`;
    const workspaceId = await api.makeWorkspace();
    const parts = { workspaceId, email, passwordHash: await hashPassword(password) };
    const caller = await api.signIn({ role: 'STAFF', ...parts });
    const change = { email_verified_at: new Date() };
    await api.db.updateTable('users').set(change).where('id', '=', caller.userId).execute();
    const keys = { laptop: await addPasskey(caller, 'Laptop'), unknown: await addPasskey(caller, 'Unknown') };
    const [recoveryCode] = await addSecondFactor(caller);
    await api.guest.post('/auth/forgot-password', { email });
    const token = await findToken(email);
    const { reset } = (await api.guest.post('/auth/reset-preview', { token })).body;
    return { email, caller, keys, recoveryCode, token, reset };
  }
  const signIn = (email: string) => api.guest.post('/auth/login', { email, password: newPassword });

  it('lists passkeys and the second factor, and keeps what its owner chooses', async () => {
    const { email, caller, keys, token, reset } = await makeOwner();
    expect(reset).toMatchObject({
      isFirstProof: false,
      hasSecondFactor: true,
      passkeys: [{ name: 'Laptop' }, { name: 'Unknown' }],
    });
    const body = { token, newPassword, keepPasskeyIds: [reset.passkeys[0].id] };
    expect((await api.guest.post('/auth/reset-password', body)).status).toBe(204);
    expect((await signInByPasskey(caller.userId, keys.laptop)).status).toBe(200);
    expect((await signInByPasskey(caller.userId, keys.unknown)).status).toBe(401);
    expect((await signIn(email)).body.code).toBe('SECOND_FACTOR_REQUIRED');
    const mail = (await listSystemMails(api, email)).find(
      ({ subject }) => subject === 'Your password was changed',
    );
    expect(mail?.text).toContain('The passkey “Unknown” was removed.');
  });

  it('removes the second factor with one of its codes only, so that a mailbox alone does not pass it', async () => {
    const { email, token, recoveryCode } = await makeOwner();
    const reset = (secondFactorCode: unknown) =>
      api.guest.post('/auth/reset-password', { token, newPassword, secondFactorCode });
    expect((await reset('wrong-code')).body).toMatchObject({
      code: 'RULE_BROKEN',
      errors: [{ path: 'secondFactorCode' }],
    });
    expect((await reset(recoveryCode)).status).toBe(204);
    expect((await signIn(email)).status).toBe(200);
  });

  it('ends calendar links', async () => {
    const { caller, token } = await makeOwner();
    const feed = await makeCalendarLink(caller);
    const read = async () => (await api.guest.get(feed)).status;
    expect(await read()).toBe(200);
    expect((await api.guest.post('/auth/reset-password', { token, newPassword })).status).toBe(204);
    expect(await read()).toBe(404);
  });

  it('keeps no passkey that the request does not name, and previews no used link', async () => {
    const { caller, keys, token } = await makeOwner();
    expect((await api.guest.post('/auth/reset-password', { token, newPassword })).status).toBe(204);
    for (const key of Object.values(keys))
      expect((await signInByPasskey(caller.userId, key)).status).toBe(401);
    expect((await api.guest.post('/auth/reset-preview', { token })).body.code).toBe('LINK_INVALID');
  });
});

describe('while a reset ends all access of a login', () => {
  async function makeOwner() {
    const email = `owner-${newId()}@people.test`;
    const workspaceId = await api.makeWorkspace();
    const parts = { workspaceId, email, passwordHash: await hashPassword(password) };
    return { email, caller: await api.signIn({ role: 'ADMIN', ...parts }) };
  }

  /** Sends a request while a reset of the user has its locks, and finishes the reset once the request is blocked. */
  async function duringReset(userId: string, send: () => Promise<ApiResponse>): Promise<ApiResponse> {
    const passwordHash = await hashPassword(newPassword);
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const reset = api.db.transaction().execute(async (db) => {
      await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
      await db
        .updateTable('sessions')
        .set({ revoked_at: new Date() })
        .where('user_id', '=', userId)
        .execute();
      started.resolve();
      await finish.promise;
    });
    await started.promise;
    const answer = send();
    try {
      await expect.poll(countWaiting).toBe(1);
    } finally {
      finish.resolve();
      await reset;
    }
    return answer;
  }

  const countWaiting = async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE datname = current_database() AND NOT granted`.execute(api.db);
    return rows[0]?.count;
  };
  const sessionsOf = (userId: string) =>
    api.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute();

  it('a sign-in with the password of before is refused', async () => {
    const { email, caller } = await makeOwner();
    const answer = await duringReset(caller.userId, () => api.guest.post('/auth/login', { email, password }));
    expect(answer.body.code).toBe('INVALID_CREDENTIALS');
    expect(await sessionsOf(caller.userId)).toEqual([]);
  });

  it('a requested link is created afterwards, since it ends the links before it', async () => {
    const { email, caller } = await makeOwner();
    const answer = await duringReset(caller.userId, () => api.guest.post('/auth/forgot-password', { email }));
    expect(answer.status).toBe(202);
  });

  it('no API key, calendar link, or change of the address is added', async () => {
    const key = { name: 'Sync', scopes: ['customers:read'], days: 30 };
    const requests = [
      (caller: Caller) => caller.post('/api-keys', key),
      (caller: Caller) => caller.post('/calendar-feed'),
      (caller: Caller) => caller.post('/auth/email', { email: `new-${newId()}@people.test`, password }),
    ];
    for (const send of requests) {
      const { caller } = await makeOwner();
      expect((await duringReset(caller.userId, () => send(caller))).body.code).toBe('NOT_SIGNED_IN');
      expect(await sessionsOf(caller.userId)).toEqual([]);
    }
  });
});
