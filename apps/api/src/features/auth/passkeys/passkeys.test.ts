import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeAuthenticator, type SoftAuthenticator } from '#test/account/authenticator.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { listSystemMails } from '#test/account/system-mails.ts';
import { newId } from '#lib/ids.ts';
import { cleanExpired } from '#platform/maintenance.ts';
import { hashPassword } from '#lib/password-hash.ts';

const password = 'correct horse battery';
let api: TestApi;
let passwordHash: string;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
  passwordHash = await hashPassword(password);
});
afterEach(() => api.clock.set(new Date()));
afterAll(() => api.close());

type Owner = { email: string; caller: Caller; workspaceId: string };
type Site = { origin?: string; rpId?: string; isVerified?: boolean };

async function makeOwner(): Promise<Owner> {
  const email = `user-${newId()}@people.test`;
  const workspaceId = await api.makeWorkspace();
  return {
    email,
    workspaceId,
    caller: await api.signIn({ role: 'STAFF', workspaceId, email, passwordHash }),
  };
}

const startPasskey = async (caller: Caller) => (await caller.post('/auth/passkeys/begin', { password })).body;
const startSignIn = async () => (await api.guest.post('/auth/passkey-sign-in/begin')).body;

async function add(caller: Caller, authenticator: SoftAuthenticator, site: Site = {}) {
  const { challengeId, options } = await startPasskey(caller);
  const registration = authenticator.create({ challenge: options.challenge, ...site });
  return caller.post('/auth/passkeys', { challengeId, name: 'Laptop', registration });
}

async function signIn(owner: Owner, authenticator: SoftAuthenticator, site: Site = {}) {
  const { challengeId, options } = await startSignIn();
  const userHandle = Buffer.from(owner.caller.userId).toString('base64url');
  const assertion = authenticator.get({ challenge: options.challenge, userHandle, ...site });
  return api.guest.post('/auth/passkey-sign-in', { challengeId, assertion });
}

async function makeSigned(): Promise<{ owner: Owner; authenticator: SoftAuthenticator }> {
  const owner = await makeOwner();
  const authenticator = makeAuthenticator();
  expect((await add(owner.caller, authenticator)).status).toBe(201);
  return { owner, authenticator };
}

describe('adding a passkey', () => {
  it('asks for the password, and lists the existing passkeys for the authenticator to exclude', async () => {
    const { caller } = await makeOwner();
    const refused = await caller.post('/auth/passkeys/begin', { password: 'not the password' });
    expect(refused.body.code).toBe('CURRENT_PASSWORD_WRONG');
    const authenticator = makeAuthenticator();
    await add(caller, authenticator);
    const { options } = await startPasskey(caller);
    expect(options.rp.id).toBe('localhost');
    expect(options.excludeCredentials).toEqual([
      { id: authenticator.id, type: 'public-key', transports: ['internal'] },
    ]);
  });

  it('is refused from another origin, for another site, and without the user verified', async () => {
    const { caller, email } = await makeOwner();
    for (const site of [{ origin: 'https://evil.test' }, { rpId: 'evil.test' }, { isVerified: false }])
      expect((await add(caller, makeAuthenticator(), site)).body.code, JSON.stringify(site)).toBe(
        'RULE_BROKEN',
      );
    expect((await caller.get('/auth/security')).body.security.passkeys).toEqual([]);
    expect(await listSystemMails(api, email)).toEqual([]);
  });

  it('takes a challenge once, of the same person and purpose, within five minutes', async () => {
    const [owner, stranger] = [await makeOwner(), await makeOwner()];
    const answer = async (
      caller: Caller,
      { challengeId, options }: Awaited<ReturnType<typeof startPasskey>>,
    ) => {
      const registration = makeAuthenticator().create({ challenge: options.challenge });
      return (await caller.post('/auth/passkeys', { challengeId, name: 'Key', registration })).body.code;
    };
    const challenge = await startPasskey(owner.caller);
    expect(await answer(stranger.caller, challenge)).toBe('LINK_INVALID');
    expect(await answer(owner.caller, challenge)).toBeUndefined();
    expect(await answer(owner.caller, challenge)).toBe('LINK_INVALID');
    expect(await answer(owner.caller, await startSignIn())).toBe('LINK_INVALID');
    const late = await startPasskey(owner.caller);
    api.clock.set(new Date(Date.now() + 5 * 60_000 + 1000));
    expect(await answer(owner.caller, late)).toBe('LINK_INVALID');
  });

  it('stops at twenty, also for challenges that were asked for before', async () => {
    const { caller } = await makeOwner();
    for (let made = 0; made < 19; made += 1)
      expect((await add(caller, makeAuthenticator())).status).toBe(201);
    const waiting = [await startPasskey(caller), await startPasskey(caller)];
    const answers = [];
    for (const { challengeId, options } of waiting) {
      const registration = makeAuthenticator().create({ challenge: options.challenge });
      answers.push(await caller.post('/auth/passkeys', { challengeId, name: 'Key', registration }));
    }
    expect(answers.map(({ status }) => status)).toEqual([201, 422]);
    expect((await caller.post('/auth/passkeys/begin', { password })).body.code).toBe('RULE_BROKEN');
  });

  it('uses up the challenge even if the response is wrong', async () => {
    const { caller } = await makeOwner();
    const { challengeId, options } = await startPasskey(caller);
    const authenticator = makeAuthenticator();
    const wrong = authenticator.create({ challenge: options.challenge, origin: 'https://evil.test' });
    await caller.post('/auth/passkeys', { challengeId, name: 'Key', registration: wrong });
    const right = authenticator.create({ challenge: options.challenge });
    const again = await caller.post('/auth/passkeys', { challengeId, name: 'Key', registration: right });
    expect(again.body.code).toBe('LINK_INVALID');
  });
});

describe('signing in by passkey', () => {
  it('opens a session without password and code, and keeps when it was used', async () => {
    const { owner, authenticator } = await makeSigned();
    const { status, body } = await signIn(owner, authenticator);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ email: owner.email, workspaceId: owner.workspaceId });
    const { passkeys } = (await owner.caller.get('/auth/security')).body.security;
    expect(passkeys).toEqual([expect.objectContaining({ name: 'Laptop', lastUsedAt: expect.any(String) })]);
    const entries = await api.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'signedIn')
      .where('actor_id', '=', owner.caller.userId)
      .execute();
    expect(entries).toEqual([{ detail: { by: 'passkey' } }]);
  });

  it('is refused from another origin, for another site, unverified, and with another key', async () => {
    const { owner, authenticator } = await makeSigned();
    for (const site of [{ origin: 'http://localhost:3001' }, { rpId: 'evil.test' }, { isVerified: false }])
      expect((await signIn(owner, authenticator, site)).body.code, JSON.stringify(site)).toBe(
        'INVALID_CREDENTIALS',
      );
    const thief = { ...makeAuthenticator(), id: authenticator.id };
    const { challengeId, options } = await startSignIn();
    const userHandle = Buffer.from(owner.caller.userId).toString('base64url');
    const forged = { ...thief.get({ challenge: options.challenge, userHandle }), id: authenticator.id };
    expect((await api.guest.post('/auth/passkey-sign-in', { challengeId, assertion: forged })).status).toBe(
      401,
    );
  });

  it('is refused when the authenticator names another user', async () => {
    const { owner, authenticator } = await makeSigned();
    const stranger = await makeOwner();
    expect((await signIn({ ...owner, caller: stranger.caller }, authenticator)).status).toBe(401);
  });

  it('refuses a counter that does not rise, as of a copied authenticator', async () => {
    const owner = await makeOwner();
    const authenticator = makeAuthenticator();
    authenticator.counter = 7;
    await add(owner.caller, authenticator);
    expect((await signIn(owner, authenticator)).status).toBe(200);
    authenticator.counter = 6;
    expect((await signIn(owner, authenticator)).body.code).toBe('INVALID_CREDENTIALS');
    authenticator.counter = 8;
    expect((await signIn(owner, authenticator)).status).toBe(200);
  });

  it('accepts one of two concurrent requests with the same counter', async () => {
    const owner = await makeOwner();
    const authenticator = makeAuthenticator();
    authenticator.counter = 7;
    await add(owner.caller, authenticator);
    const userHandle = Buffer.from(owner.caller.userId).toString('base64url');
    const calls = [];
    for (const { challengeId, options } of [await startSignIn(), await startSignIn()]) {
      authenticator.counter = 7;
      calls.push({ challengeId, assertion: authenticator.get({ challenge: options.challenge, userHandle }) });
    }
    const answers = await Promise.all(calls.map((body) => api.guest.post('/auth/passkey-sign-in', body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('accepts each response once', async () => {
    const { owner, authenticator } = await makeSigned();
    const { challengeId, options } = await startSignIn();
    const userHandle = Buffer.from(owner.caller.userId).toString('base64url');
    const assertion = authenticator.get({ challenge: options.challenge, userHandle });
    const answers = await Promise.all([
      api.guest.post('/auth/passkey-sign-in', { challengeId, assertion }),
      api.guest.post('/auth/passkey-sign-in', { challengeId, assertion }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  });

  it('rejects the answer to a challenge as a new passkey', async () => {
    const { owner, authenticator } = await makeSigned();
    const { challengeId, options } = await startPasskey(owner.caller);
    const userHandle = Buffer.from(owner.caller.userId).toString('base64url');
    const assertion = authenticator.get({ challenge: options.challenge, userHandle });
    expect((await api.guest.post('/auth/passkey-sign-in', { challengeId, assertion })).status).toBe(410);
  });

  it('is refused to a banned person, with the reason', async () => {
    const { owner, authenticator } = await makeSigned();
    await api.db
      .updateTable('memberships')
      .set({ status: 'banned', banned_reason: 'Broke the NDA' })
      .where('user_id', '=', owner.caller.userId)
      .execute();
    expect((await signIn(owner, authenticator)).body).toMatchObject({
      code: 'ACCOUNT_BANNED',
      detail: expect.stringContaining('Broke the NDA'),
    });
  });
});

describe('own passkeys', () => {
  it('are renamed and removed by their owner only, with the password, and each change is reported by email', async () => {
    const { owner, authenticator } = await makeSigned();
    const stranger = await makeOwner();
    const [{ id }] = (await owner.caller.get('/auth/security')).body.security.passkeys;
    expect((await stranger.caller.patch(`/auth/passkeys/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await stranger.caller.post(`/auth/passkeys/${id}/remove`, { password })).status).toBe(404);
    const renamed = await owner.caller.patch(`/auth/passkeys/${id}`, { name: 'Blue key' });
    expect(renamed.body.passkey.name).toBe('Blue key');
    const remove = (secret: string) => owner.caller.post(`/auth/passkeys/${id}/remove`, { password: secret });
    expect((await remove('not the password')).status).toBe(422);
    expect((await remove(password)).status).toBe(204);
    expect((await signIn(owner, authenticator)).body.code).toBe('INVALID_CREDENTIALS');
    const mails = await listSystemMails(api, owner.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['A passkey was added', 'A passkey was removed']);
    expect(mails[1]?.text).toContain('Blue key');
  });

  it('cannot be created on an installation with an IP address, with an explanation', async () => {
    const own = await startApi({ env: { PUBLIC_URL: 'http://192.0.2.7:3000' } });
    try {
      const caller = await own.signIn({ passwordHash });
      expect((await caller.get('/auth/security')).body.security.passkeyOrigin).toBeNull();
      const refused = await caller.post('/auth/passkeys/begin', { password });
      expect(refused.body).toMatchObject({
        code: 'RULE_BROKEN',
        detail: expect.stringContaining('192.0.2.7'),
      });
      expect((await own.guest.post('/auth/passkey-sign-in/begin')).status).toBe(422);
    } finally {
      await own.close();
    }
  });
});

it('challenges that ran out are cleared', async () => {
  const { challengeId } = await startSignIn();
  api.clock.set(new Date(Date.now() + 6 * 60_000));
  await cleanExpired(api.booted.platform.runner);
  const left = await api.db
    .selectFrom('passkey_challenges')
    .selectAll()
    .where('id', '=', challengeId)
    .execute();
  expect(left).toEqual([]);
});

// Last, because it uses up the attempts of the address.
it('challenges to sign in are limited by address, and a refused one is not stored', async () => {
  let { status } = await api.guest.post('/auth/passkey-sign-in/begin');
  for (let attempt = 1; attempt < 100 && status === 200; attempt += 1)
    ({ status } = await api.guest.post('/auth/passkey-sign-in/begin'));
  const count = () => api.db.selectFrom('passkey_challenges').select('id').execute();
  const before = await count();
  const refused = await api.guest.post('/auth/passkey-sign-in/begin');
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
  expect(await count()).toEqual(before);
});
