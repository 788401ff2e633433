import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { listSystemMails } from '#test/account/system-mails.ts';
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
afterEach(() => api.clock.set(new Date()));
afterAll(() => api.close());

type Enrolled = { email: string; caller: Caller; secret: string; codes: string[] };

const getCode = (secret: string, instant: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: instant.getTime() });
const getLaterTime = (seconds: number): Date => {
  const instant = new Date(api.clock.now().getTime() + seconds * 1000);
  api.clock.set(instant);
  return instant;
};
const signIn = (email: string, code?: string, secret = password) =>
  api.guest.post('/auth/login', { email, password: secret, ...(code === undefined ? {} : { code }) });

async function makeUser(workspaceId?: string) {
  const email = `user-${newId()}@people.test`;
  const home = workspaceId ?? (await api.makeWorkspace());
  const caller = await api.signIn({ role: 'STAFF', workspaceId: home, email, passwordHash });
  const change = { email_verified_at: new Date() };
  await api.db.updateTable('users').set(change).where('id', '=', caller.userId).execute();
  return { email, workspaceId: home, caller };
}

/** A user with an authenticator app, whose next code has not been used yet. */
async function enroll(workspaceId?: string): Promise<Enrolled> {
  const { email, caller } = await makeUser(workspaceId);
  const begun = await caller.post('/auth/second-factor', { password });
  const { secret } = begun.body.enrolment;
  const confirmed = await caller.post('/auth/second-factor/confirm', {
    code: getCode(secret, api.clock.now()),
  });
  expect(confirmed.status).toBe(200);
  getLaterTime(60);
  return { email, caller, secret, codes: confirmed.body.recoveryCodes };
}

describe('setting up', () => {
  it('asks for the password, and turns nothing on before a code of the app', async () => {
    const { email, caller } = await makeUser();
    const wrong = await caller.post('/auth/second-factor', { password: 'not the password' });
    expect(wrong.body).toMatchObject({ code: 'CURRENT_PASSWORD_WRONG', errors: [{ path: 'password' }] });
    const { enrolment } = (await caller.post('/auth/second-factor', { password })).body;
    expect(enrolment.uri).toContain(`secret=${enrolment.secret}`);
    expect(enrolment.uri).toContain(encodeURIComponent(email));
    expect((await signIn(email)).status).toBe(200);
    const refused = await caller.post('/auth/second-factor/confirm', { code: '000000' });
    expect(refused.body).toMatchObject({ code: 'RULE_BROKEN', errors: [{ path: 'code' }] });
    expect((await caller.get('/auth/security')).body.security.secondFactor).toBeNull();
  });

  it('gives ten recovery codes once, stores no secret in plain text, and sends an email', async () => {
    const { email, caller, secret, codes } = await enroll();
    expect(new Set(codes).size).toBe(10);
    const rows = JSON.stringify([
      await api.db.selectFrom('second_factors').selectAll().where('user_id', '=', caller.userId).execute(),
      await api.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', caller.userId).execute(),
    ]);
    for (const clear of [secret, ...codes]) expect(rows).not.toContain(clear);
    expect((await caller.get('/auth/security')).body.security.secondFactor).toMatchObject({
      recoveryCodesLeft: 10,
    });
    const mails = await listSystemMails(api, email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Two-step sign-in is on']);
    expect(mails[0]?.text).toContain('(America/New_York)');
    expect(mails[0]?.text).not.toMatch(/https?:/);
  });

  it('ends after half an hour, and when it is begun again', async () => {
    const { caller } = await makeUser();
    const begin = async () => (await caller.post('/auth/second-factor', { password })).body.enrolment.secret;
    const confirm = (secret: string) =>
      caller.post('/auth/second-factor/confirm', { code: getCode(secret, api.clock.now()) });
    const first = await begin();
    const second = await begin();
    expect((await confirm(first)).body.code).toBe('RULE_BROKEN');
    getLaterTime(31 * 60);
    expect((await confirm(second)).body.code).toBe('CONFLICT');
    expect((await confirm(await begin())).status).toBe(200);
  });

  it('rejects the code after ten wrong attempts', async () => {
    const { caller } = await makeUser();
    const { secret } = (await caller.post('/auth/second-factor', { password })).body.enrolment;
    const confirm = async (code: string) =>
      (await caller.post('/auth/second-factor/confirm', { code })).status;
    for (let attempt = 0; attempt < 10; attempt += 1) expect(await confirm('000000')).toBe(422);
    expect(await confirm(getCode(secret, api.clock.now()))).toBe(429);
  });

  it('is refused while another app is on', async () => {
    const { caller } = await enroll();
    expect((await caller.post('/auth/second-factor', { password })).body.code).toBe('CONFLICT');
  });
});

describe('signing in with a code', () => {
  it('treats six non-digit characters like any wrong code', async () => {
    const { email } = await enroll();
    for (const code of ['１２３４５６', 'éééééé', 'abcdef'])
      expect((await signIn(email, code)).body, code).toMatchObject({
        code: 'SECOND_FACTOR_REQUIRED',
        errors: [{ path: 'code' }],
      });
  });

  it('asks for it after the right password only', async () => {
    const { email, secret } = await enroll();
    expect((await signIn(email, undefined, 'wrong')).body.code).toBe('INVALID_CREDENTIALS');
    const code = getCode(secret, api.clock.now());
    expect((await signIn(email, code, 'wrong')).body.code).toBe('INVALID_CREDENTIALS');
    const asked = await signIn(email);
    expect(asked.status).toBe(401);
    expect(asked.body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    expect(asked.body.errors).toBeUndefined();
    expect((await signIn(email, code)).status).toBe(200);
  });

  it('accepts a code of the previous and next time step, but none further away', async () => {
    const { email, secret } = await enroll();
    const now = getLaterTime(0);
    const at = (steps: number) => getCode(secret, new Date(now.getTime() + steps * 30_000));
    expect((await signIn(email, at(-2))).status).toBe(401);
    expect((await signIn(email, at(2))).status).toBe(401);
    expect((await signIn(email, at(-1))).status).toBe(200);
    expect((await signIn(email, at(1))).status).toBe(200);
  });

  it('accepts each code once, and none of an earlier time step afterwards', async () => {
    const { email, secret } = await enroll();
    const now = getLaterTime(0);
    const code = getCode(secret, now);
    expect((await signIn(email, code)).status).toBe(200);
    const again = await signIn(email, code);
    expect(again.body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED', errors: [{ path: 'code' }] });
    expect((await signIn(email, getCode(secret, new Date(now.getTime() - 30_000)))).status).toBe(401);
  });

  it('accepts one of two concurrent requests with the same code', async () => {
    const { email, secret } = await enroll();
    const code = getCode(secret, getLaterTime(0));
    const answers = await Promise.all([signIn(email, code), signIn(email, code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('locks after ten wrong codes, which asking for the code does not reset, and notifies the owner once', async () => {
    const { email, secret } = await enroll();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await signIn(email, '000000')).status).toBe(401);
      if (attempt < 9) expect((await signIn(email)).status).toBe(401);
    }
    expect((await signIn(email, getCode(secret, api.clock.now()))).status).toBe(429);
    expect((await signIn(email)).status).toBe(429);
    const locks = async () =>
      (await listSystemMails(api, email)).filter(({ subject }) => subject === 'Too many failed sign-ins');
    await expect.poll(async () => (await locks()).length).toBe(1);
  });

  it('is not passed by an invitation, nor taken away by a reset', async () => {
    const { email, caller, secret } = await enroll();
    const admin = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    const { body } = await admin.post('/invitations', { email, role: 'STAFF' });
    const token = body.link.split('#')[1];
    expect((await api.guest.post('/auth/accept-invite', { token, password })).body.code).toBe(
      'SECOND_FACTOR_REQUIRED',
    );
    const code = getCode(secret, getLaterTime(0));
    expect((await api.guest.post('/auth/accept-invite', { token, password, code })).status).toBe(200);
    const link = await api.booted.platform.runner.transact((work) =>
      createLink(work, { kind: 'reset', lifetimeMinutes: 60, userId: caller.userId }),
    );
    const newPassword = 'fresh and long enough';
    expect((await api.guest.post('/auth/reset-password', { token: link.secret, newPassword })).status).toBe(
      204,
    );
    expect((await signIn(email, undefined, newPassword)).body.code).toBe('SECOND_FACTOR_REQUIRED');
  });
});

describe('recovery codes', () => {
  it('work once each, however they are typed, and an email says how many are left', async () => {
    const { email, codes } = await enroll();
    const [first = '', second = ''] = codes;
    expect((await signIn(email, first)).status).toBe(200);
    expect((await signIn(email, first)).status).toBe(401);
    expect((await signIn(email, ` ${second.toUpperCase().replace('-', ' ')}`)).status).toBe(200);
    const used = (await listSystemMails(api, email)).filter(
      ({ subject }) => subject === 'A recovery code was used',
    );
    expect(used.map(({ text }) => /You have (\d) recovery codes left/.exec(text)?.[1])).toEqual(['9', '8']);
  });

  it('end when new ones are made, for password and code only', async () => {
    const { email, caller, secret, codes } = await enroll();
    const code = getCode(secret, getLaterTime(0));
    expect(
      (await caller.post('/auth/second-factor/recovery-codes', { password, code: '000000' })).status,
    ).toBe(422);
    const renewed = await caller.post('/auth/second-factor/recovery-codes', { password, code });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    expect((await signIn(email, codes[0])).status).toBe(401);
    expect((await signIn(email, renewed.body.recoveryCodes[0])).status).toBe(200);
  });

  it('do not work for another person', async () => {
    const [one, other] = [await enroll(), await enroll()];
    expect((await signIn(other.email, one.codes[0])).status).toBe(401);
  });
});

describe('turning it off', () => {
  it('requires password and code, and sends an email', async () => {
    const { email, caller, codes } = await enroll();
    const off = (body: object) => caller.post('/auth/second-factor/disable', body);
    expect((await off({ password: 'wrong one', code: codes[0] })).body.code).toBe('CURRENT_PASSWORD_WRONG');
    expect((await off({ password, code: '000000' })).body.code).toBe('RULE_BROKEN');
    expect((await off({ password, code: codes[0] })).status).toBe(204);
    expect((await signIn(email)).status).toBe(200);
    expect((await listSystemMails(api, email)).at(-1)?.subject).toBe('Two-step sign-in is off');
    const left = await api.db
      .selectFrom('recovery_codes')
      .selectAll()
      .where('user_id', '=', caller.userId)
      .execute();
    expect(left).toEqual([]);
  });

  it('is locked after ten wrong codes, whatever else the password opens in between', async () => {
    const { caller, codes } = await enroll();
    const off = (code: string) => caller.post('/auth/second-factor/disable', { password, code });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await off('000000')).status).toBe(422);
      if (attempt === 8) expect((await caller.post('/auth/passkeys/begin', { password })).status).toBe(200);
    }
    expect((await off(codes[0] ?? '')).status).toBe(429);
  });

  it('can be removed only by an administrator of all the member’s workspaces, who is named in the email', async () => {
    const [here, there] = [await api.makeWorkspace(), await api.makeWorkspace()];
    const { email, caller } = await enroll(here);
    await api.db
      .insertInto('memberships')
      .values({ workspace_id: there, user_id: caller.userId, role: 'STAFF', created_at: new Date() })
      .execute();
    const admin = await api.signIn({ role: 'ADMIN', workspaceId: here, displayName: 'Ada Admin' });
    const remove = () => admin.post(`/people/${caller.userId}/remove-second-factor`);
    const listed = async () =>
      (await admin.get('/people')).body.people.find((person: { id: string }) => person.id === caller.userId);
    expect(await listed()).toMatchObject({ hasSecondFactor: true, can: { removeSecondFactor: false } });
    expect((await remove()).status).toBe(403);
    await api.db
      .insertInto('memberships')
      .values({ workspace_id: there, user_id: admin.userId, role: 'ADMIN', created_at: new Date() })
      .execute();
    expect((await listed()).can.removeSecondFactor).toBe(true);
    expect((await remove()).body.person).toMatchObject({ hasSecondFactor: false });
    expect((await remove()).status).toBe(422);
    expect((await signIn(email)).status).toBe(200);
    expect((await listSystemMails(api, email)).map(({ text }) => text).join()).toContain('Ada Admin removed');
  });

  it('cannot be removed this way by oneself, nor from a superadmin by anyone with a lower role', async () => {
    const workspaceId = await api.makeWorkspace();
    const [own, boss] = [await enroll(workspaceId), await enroll(workspaceId)];
    await api.db
      .updateTable('memberships')
      .set({ role: 'ADMIN' })
      .where('workspace_id', '=', workspaceId)
      .execute();
    await api.db
      .updateTable('users')
      .set({ is_superadmin: true })
      .where('id', '=', boss.caller.userId)
      .execute();
    for (const { userId } of [own.caller, boss.caller])
      expect((await own.caller.post(`/people/${userId}/remove-second-factor`)).status).toBe(403);
    expect((await boss.caller.post(`/people/${own.caller.userId}/remove-second-factor`)).status).toBe(200);
  });
});
