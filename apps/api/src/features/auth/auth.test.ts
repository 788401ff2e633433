import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { newId } from '#lib/ids.ts';
import { createLink } from '#platform/links/links.ts';
import { hashPassword } from '#lib/password-hash.ts';

const password = 'correct horse battery';
let api: TestApi;
let passwordHash: string;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
  passwordHash = await hashPassword(password);
});
afterAll(() => api.close());

async function makeUser(parts: Parameters<TestApi['signIn']>[0] = {}) {
  const email = `user-${newId()}@people.test`;
  const workspaceId = await api.makeWorkspace();
  const caller = await api.signIn({ role: 'STAFF', workspaceId, email, passwordHash, ...parts });
  return { email, workspaceId, caller };
}

const signIn = (email: string, secret = password) =>
  api.guest.post('/auth/login', { email, password: secret });

describe('sign-in', () => {
  it('answers with a token and the user in their first workspace', async () => {
    const { email, workspaceId } = await makeUser();
    const { status, body } = await signIn(email.toUpperCase());
    expect(status).toBe(200);
    expect(body.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(body.user).toMatchObject({
      role: 'STAFF',
      email,
      workspaceId,
      workspaces: [{ id: workspaceId, role: 'STAFF' }],
    });
  });

  it('keeps the token only as a hash', async () => {
    const { email } = await makeUser();
    const { body } = await signIn(email);
    const rows = await api.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(body.token);
  });

  it('answers alike for a missing account and a wrong password', async () => {
    const { email } = await makeUser();
    const wrong = await signIn(email, 'not the password');
    const missing = await signIn(`nobody-${newId()}@people.test`);
    expect(wrong.status).toBe(401);
    expect({ ...missing.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
  });

  it('locks the account after ten failures, for the right password too, and says for how long', async () => {
    const { email } = await makeUser();
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await signIn(email, 'wrong')).status).toBe(401);
    const locked = await signIn(email);
    expect(locked.status).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800);
    expect(locked.body.detail).toMatch(/minutes/);
  });

  it('refuses a banned person with the reason and only after the right password', async () => {
    const { email, workspaceId, caller } = await makeUser({ role: 'CLIENT' });
    await api.db
      .updateTable('memberships')
      .set({ status: 'banned', banned_reason: 'Broke the NDA' })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', caller.userId)
      .execute();
    expect((await signIn(email, 'wrong')).body.code).toBe('INVALID_CREDENTIALS');
    const refused = await signIn(email);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      code: 'ACCOUNT_BANNED',
      detail: expect.stringContaining('Broke the NDA'),
    });
  });

  it('of a sample login works on the server’s own machine only, after the right password', async () => {
    const own = await startApi({ env: { TRUST_PROXY: '127.0.0.1' } });
    try {
      const email = `sample-${newId()}@people.test`;
      await own.signIn({ email, passwordHash });
      await own.db.updateTable('users').set({ is_sample: true }).where('email', '=', email).execute();
      const from = (address: string, secret = password) =>
        own.guest.post(
          '/auth/login',
          { email, password: secret },
          { headers: { 'x-forwarded-for': address } },
        );
      expect((await from('203.0.113.9', 'not the password')).body.code).toBe('INVALID_CREDENTIALS');
      expect((await from('203.0.113.9')).body.code).toBe('FORBIDDEN');
      expect((await from('127.0.0.1')).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  it('names the fields at fault', async () => {
    const { status, body } = await api.guest.post('/auth/login', { email: 'no address', extra: 1 });
    expect(status).toBe(400);
    expect(body.errors.map((error: { path: string }) => error.path).toSorted()).toEqual([
      'email',
      'extra',
      'password',
    ]);
  });
});

describe('session', () => {
  it('ends with logout', async () => {
    const { caller } = await makeUser();
    expect((await caller.post('/auth/logout')).status).toBe(204);
    expect((await caller.get('/auth/profile')).status).toBe(401);
  });

  it('is refused after it expired', async () => {
    const { caller } = await makeUser();
    await api.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', caller.userId)
      .execute();
    expect((await caller.get('/auth/profile')).status).toBe(401);
  });

  it('lists devices and ends one or all others, never somebody else’s', async () => {
    const { email, caller } = await makeUser();
    const second = (await signIn(email)).body.token;
    const listed = await caller.get('/auth/sessions');
    expect(listed.body.sessions).toHaveLength(2);
    const other = listed.body.sessions.find((session: { isCurrent: boolean }) => !session.isCurrent);
    const stranger = await makeUser();
    expect((await stranger.caller.delete(`/auth/sessions/${other.id}`)).status).toBe(404);
    expect((await caller.delete(`/auth/sessions/${other.id}`)).status).toBe(204);
    expect(
      (await api.guest.get('/auth/profile', { headers: { authorization: `Bearer ${second}` } })).status,
    ).toBe(401);
    expect((await caller.get('/auth/profile')).status).toBe(200);
  });

  it('keeps the display name that was saved first when two save', async () => {
    const { caller } = await makeUser();
    expect(
      (await caller.patch('/auth/profile', { displayName: 'First', version: 1 })).body.user,
    ).toMatchObject({ displayName: 'First', version: 2 });
    const second = await caller.patch('/auth/profile', { displayName: 'Second', version: 1 });
    expect(second.status).toBe(409);
    expect(second.body.current.displayName).toBe('First');
  });
});

describe('passwords', () => {
  it('changes with the current one and ends the other sessions', async () => {
    const { email, caller } = await makeUser();
    const other = (await signIn(email)).body.token;
    expect(
      (
        await caller.post('/auth/change-password', {
          currentPassword: 'wrong',
          newPassword: 'a brand new password',
        })
      ).body.code,
    ).toBe('CURRENT_PASSWORD_WRONG');
    expect(
      (await caller.post('/auth/change-password', { currentPassword: password, newPassword: 'short' }))
        .status,
    ).toBe(400);
    expect(
      (
        await caller.post('/auth/change-password', {
          currentPassword: password,
          newPassword: 'aaaaaaaaaaaaaa',
        })
      ).body.code,
    ).toBe('PASSWORD_WEAK');
    expect(
      (
        await caller.post('/auth/change-password', {
          currentPassword: password,
          newPassword: 'a brand new password',
        })
      ).status,
    ).toBe(204);
    expect(
      (await api.guest.get('/auth/profile', { headers: { authorization: `Bearer ${other}` } })).status,
    ).toBe(401);
    expect((await caller.get('/auth/profile')).status).toBe(200);
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn(email, 'a brand new password')).status).toBe(200);
  });

  it('stay out of the stored digest of a repeatable request', async () => {
    const { caller, workspaceId } = await makeUser();
    const extras = { headers: { 'idempotency-key': 'change-password-1' } };
    const body = { currentPassword: password, newPassword: 'a brand new password' };
    const change = async () => (await caller.post('/auth/change-password', body, extras)).status;
    expect([await change(), await change()]).toEqual([204, 204]);
    const { request_hash: stored } = await api.db
      .selectFrom('idempotency_keys')
      .select('request_hash')
      .where('actor_id', '=', caller.userId)
      .executeTakeFirstOrThrow();
    const guesses = [null, workspaceId].map((of) => {
      const request = JSON.stringify(['POST', '/api/auth/change-password', body, of]);
      return createHash('sha256').update(request).digest('hex');
    });
    expect(guesses).not.toContain(stored.toString('hex'));
  });

  it('are not made of the names of the own workspaces, when changed and when an invitation is accepted', async () => {
    const { caller, workspaceId } = await makeUser({ role: 'ADMIN' });
    await api.db
      .updateTable('workspaces')
      .set({ name: 'Northwind Clinics' })
      .where('id', '=', workspaceId)
      .execute();
    const guessed = 'northwindclinics1';
    const refusal = (path: string) => ({
      code: 'PASSWORD_WEAK',
      errors: [{ path, message: expect.stringContaining('brokerage') }],
    });
    const body = { currentPassword: password, newPassword: guessed };
    expect((await caller.post('/auth/change-password', body)).body).toMatchObject(refusal('newPassword'));
    const { link } = (await caller.post('/invitations', { email: `${newId()}@people.test`, role: 'STAFF' }))
      .body;
    const acceptance = { token: link.split('#')[1], displayName: 'New', password: guessed };
    expect((await api.guest.post('/auth/accept-invite', acceptance)).body).toMatchObject(refusal('password'));
  });

  it('accepts a reset request alike with and without an account, and makes a link only with one', async () => {
    const { email, caller } = await makeUser();
    const known = await api.guest.post('/auth/forgot-password', { email });
    const unknown = await api.guest.post('/auth/forgot-password', { email: `nobody-${newId()}@people.test` });
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    const links = await api.db
      .selectFrom('one_time_links')
      .select('id')
      .where('user_id', '=', caller.userId)
      .execute();
    expect(links).toHaveLength(1);
  });

  it('sets a new password with a reset link once, and ends every session', async () => {
    const { email, caller } = await makeUser();
    const link = await api.booted.platform.runner.transact((work) =>
      createLink(work, { kind: 'reset', lifetimeMinutes: 60, userId: caller.userId }),
    );
    const reset = () =>
      api.guest.post('/auth/reset-password', { token: link.secret, newPassword: 'fresh and long enough' });
    expect((await reset()).status).toBe(204);
    expect((await caller.get('/auth/profile')).status).toBe(401);
    expect((await signIn(email, 'fresh and long enough')).status).toBe(200);
    expect((await reset()).body.code).toBe('LINK_INVALID');
  });

  it('keeps a reset link usable when the new password is refused', async () => {
    const { caller } = await makeUser();
    const link = await api.booted.platform.runner.transact((work) =>
      createLink(work, { kind: 'reset', lifetimeMinutes: 60, userId: caller.userId }),
    );
    expect(
      (await api.guest.post('/auth/reset-password', { token: link.secret, newPassword: 'aaaaaaaaaaaaaa' }))
        .status,
    ).toBe(422);
    expect(
      (
        await api.guest.post('/auth/reset-password', {
          token: link.secret,
          newPassword: 'fresh and long enough',
        })
      ).status,
    ).toBe(204);
  });
});

describe('invitations', () => {
  const tokenOf = (link: string) => link.split('#')[1];

  it('make a login and a membership', async () => {
    const workspaceId = await api.makeWorkspace();
    const admin = await api.signIn({ role: 'ADMIN', workspaceId });
    const email = `new-${newId()}@people.test`;
    const { body } = await admin.post('/invitations', { email, role: 'STAFF' });
    const token = tokenOf(body.link);
    expect((await api.guest.post('/auth/invite-preview', { token })).body.invite).toMatchObject({
      email,
      role: 'STAFF',
      hasLogin: false,
    });
    const accepted = await api.guest.post('/auth/accept-invite', {
      token,
      displayName: 'New Colleague',
      password,
    });
    expect(accepted.body.user).toMatchObject({
      email,
      role: 'STAFF',
      workspaceId,
      displayName: 'New Colleague',
    });
    expect(
      (await api.guest.post('/auth/accept-invite', { token, displayName: 'Again', password })).status,
    ).toBe(410);
    expect((await signIn(email)).status).toBe(200);
  });

  it('ask the password of an existing login and add the second workspace to it', async () => {
    const { email, workspaceId: first } = await makeUser();
    const second = await api.makeWorkspace({ name: 'ZZ, after all others' });
    const admin = await api.signIn({ role: 'ADMIN', workspaceId: second });
    const token = tokenOf((await admin.post('/invitations', { email, role: 'ADMIN' })).body.link);
    expect(
      (await api.guest.post('/auth/accept-invite', { token, password: 'not the password' })).status,
    ).toBe(401);
    const accepted = await api.guest.post('/auth/accept-invite', { token, password });
    expect(accepted.body.user.workspaceId).toBe(second);
    expect(accepted.body.user.workspaces.map((workspace: { id: string }) => workspace.id).toSorted()).toEqual(
      [first, second].toSorted(),
    );
  });

  it('give a customer their own login, which a ban closes', async () => {
    const workspaceId = await api.makeWorkspace();
    const admin = await api.signIn({ role: 'ADMIN', workspaceId });
    const customerId = await api.makeCustomer(workspaceId, { email: `owner-${newId()}@clients.test` });
    const invited = await admin.post(`/users/${customerId}/invite`);
    const accepted = await api.guest.post('/auth/accept-invite', {
      token: tokenOf(invited.body.invite.link),
      displayName: 'Owner',
      password,
    });
    expect(accepted.body.user).toMatchObject({ role: 'CLIENT', customerId });
    const { version } = (await admin.get(`/users/${customerId}`)).body.user;
    expect(
      (await admin.post(`/users/${customerId}/ban`, { version, reason: 'Breach' })).body.user,
    ).toMatchObject({ status: 'banned', bannedReason: 'Breach' });
    expect(
      (await api.guest.get('/auth/profile', { headers: { authorization: `Bearer ${accepted.body.token}` } }))
        .status,
    ).toBe(401);
    expect((await signIn(accepted.body.user.email)).body.code).toBe('ACCOUNT_BANNED');
  });

  it('can be withdrawn', async () => {
    const workspaceId = await api.makeWorkspace();
    const admin = await api.signIn({ role: 'ADMIN', workspaceId });
    const { body } = await admin.post('/invitations', { email: `new-${newId()}@people.test`, role: 'STAFF' });
    expect((await admin.delete(`/invitations/${body.invitation.id}`)).status).toBe(204);
    expect((await api.guest.post('/auth/invite-preview', { token: tokenOf(body.link) })).status).toBe(410);
  });
});

describe('first administrator', () => {
  it('is created once, by one of two concurrent attempts, and invalidates every other link', async () => {
    const own = await startApi();
    try {
      const make = () =>
        own.booted.platform.runner.transact((work) =>
          createLink(work, { kind: 'first_admin', lifetimeMinutes: 60 }),
        );
      const [one, other] = [await make(), await make()];
      const body = (secret: string, email: string) => ({
        token: secret,
        brokerage: 'Sunrise Practice Brokers',
        email,
        displayName: 'Root',
        password,
      });
      const answers = await Promise.all([
        own.guest.post('/auth/first-admin', body(one.secret, 'one@people.test')),
        own.guest.post('/auth/first-admin', body(other.secret, 'other@people.test')),
      ]);
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 410]);
      const admins = await own.db
        .selectFrom('users')
        .select('email')
        .where('is_superadmin', '=', true)
        .execute();
      expect(admins).toHaveLength(1);
    } finally {
      await own.close();
    }
  });
});

describe('guesses that arrive together', () => {
  it('are counted one by one: of thirty at once, at most ten are checked', async () => {
    const { email } = await makeUser();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => signIn(email, index === 29 ? password : 'wrong')),
    );
    const lookedAt = answers.filter((answer) => answer.status !== 429);
    expect(lookedAt.length).toBeLessThanOrEqual(10);
  });
});
