import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { listSystemMails } from '#test/account/system-mails.ts';
import { listJobs } from '#registry.ts';
import { newId } from '#lib/ids.ts';
import { createLink } from '#platform/links/links.ts';
import { hashPassword } from '#lib/password-hash.ts';

const password = 'correct horse battery';
let api: TestApi;
let passwordHash: string;
beforeAll(async () => {
  // No mail server listens there, so emails stay queued, where the test reads them.
  api = await startApi({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  await api.booted.jobs.start(listJobs(api.booted.platform));
  passwordHash = await hashPassword(password);
});
afterEach(() => api.clock.set(new Date()));
afterAll(() => api.close());

const createAddress = () => `new-${newId()}@people.test`;

async function makeUser({ isProven = true }: { isProven?: boolean } = {}) {
  const email = `user-${newId()}@people.test`;
  const workspaceId = await api.makeWorkspace();
  const caller = await api.signIn({ role: 'STAFF', workspaceId, email, passwordHash });
  const change = { email_verified_at: isProven ? new Date() : null };
  await api.db.updateTable('users').set(change).where('id', '=', caller.userId).execute();
  return { email, workspaceId, caller };
}

type User = Awaited<ReturnType<typeof makeUser>>;

const change = ({ caller }: User, email: string, secret = password) =>
  caller.post('/auth/email', { email, password: secret });
const getSecurity = async ({ caller }: User) => (await caller.get('/auth/security')).body.security;
const listSubjects = async (address: string) =>
  (await listSystemMails(api, address)).map(({ subject }) => subject);
const findToken = async (address: string) =>
  /#(\S+)/.exec((await listSystemMails(api, address)).at(-1)?.text ?? '')?.[1];
const confirm = (token: string | undefined) => api.guest.post('/auth/confirm-email', { token });
const signIn = (email: string) => api.guest.post('/auth/login', { email, password });

/** Shares a customer with the address of a user, who becomes a client. */
async function shareWith({ email, workspaceId, caller }: User) {
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  await api.db
    .updateTable('memberships')
    .set({ role: 'CLIENT' })
    .where('user_id', '=', caller.userId)
    .execute();
  const customerId = await api.makeCustomer(workspaceId);
  await api.db
    .insertInto('access_grants')
    .values({
      workspace_id: workspaceId,
      id: newId(),
      record_type: 'customer',
      record_id: customerId,
      user_id: null,
      email_key: email,
      level: 'view',
      granted_by: admin.userId,
      created_at: new Date(),
      expires_at: null,
      revoked_at: null,
    })
    .execute();
  const grants = async () =>
    (await admin.get(`/access-grants?recordType=customer&recordId=${customerId}`)).body.accessGrants;
  return { customerId, grants };
}

describe('another address', () => {
  it('applies once its email is answered; the previous address is notified twice and no longer signs in', async () => {
    const user = await makeUser();
    const address = createAddress();
    const asked = await change(user, address);
    expect(asked.status).toBe(202);
    expect(await getSecurity(user)).toMatchObject({
      isEmailConfirmed: true,
      pendingEmail: { email: address },
    });
    expect((await signIn(user.email)).status).toBe(200);
    expect((await confirm(await findToken(address))).body).toEqual({ email: address, resetToken: null });
    expect(await getSecurity(user)).toMatchObject({ isEmailConfirmed: true, pendingEmail: null });
    expect((await user.caller.get('/auth/profile')).body.user).toMatchObject({ email: address, version: 2 });
    expect((await signIn(address)).status).toBe(200);
    expect((await signIn(user.email)).status).toBe(401);
    expect(await listSubjects(user.email)).toEqual([
      'Email address change requested',
      'Your email address was changed',
    ]);
  });

  it('keeps what was shared with the previous address if that was confirmed', async () => {
    const user = await makeUser();
    const shared = await shareWith(user);
    const address = createAddress();
    await change(user, address);
    expect((await confirm(await findToken(address))).status).toBe(200);
    expect((await user.caller.get(`/users/${shared.customerId}`)).status).toBe(200);
    expect(await shared.grants()).toMatchObject([{ person: { id: user.caller.userId }, state: 'active' }]);
  });

  it('takes over nothing that was shared with an address that was never confirmed', async () => {
    const user = await makeUser({ isProven: false });
    const shared = await shareWith(user);
    const address = createAddress();
    await change(user, address);
    expect((await confirm(await findToken(address))).status).toBe(200);
    expect(await shared.grants()).toMatchObject([{ person: null, email: user.email, state: 'invited' }]);
  });

  it('needs the password, a mail address, and another one than before', async () => {
    const user = await makeUser();
    expect((await change(user, createAddress(), 'wrong one')).body.code).toBe('CURRENT_PASSWORD_WRONG');
    expect((await change(user, 'no address')).body.errors[0].path).toBe('email');
    expect((await change(user, 'a\u0001b@people.test')).body.errors[0].path).toBe('email');
    expect((await change(user, user.email.toUpperCase())).body.errors[0].path).toBe('email');
  });

  it('is confirmed once, within 24 hours, by the last link only', async () => {
    const user = await makeUser();
    const address = createAddress();
    await change(user, address);
    const first = await findToken(address);
    expect((await user.caller.post('/auth/email/confirmation')).status).toBe(202);
    const second = await findToken(address);
    expect((await confirm(first)).body.code).toBe('LINK_INVALID');
    expect((await confirm(second)).status).toBe(200);
    expect((await confirm(second)).body.code).toBe('LINK_INVALID');
    await change(user, createAddress());
    const late = createAddress();
    await change(user, late);
    const token = await findToken(late);
    api.clock.set(new Date(Date.now() + 24 * 3_600_000 + 1000));
    expect((await confirm(token)).body.code).toBe('LINK_INVALID');
  });

  it('does not reveal that it has a login already; its owner is notified and gets no link', async () => {
    const [user, owner] = [await makeUser(), await makeUser()];
    const asked = await change(user, owner.email);
    expect(asked.body.pendingEmail.email).toBe(owner.email);
    const [mail] = await listSystemMails(api, owner.email);
    expect(mail?.subject).toBe('You already have an account');
    expect(mail?.text).not.toContain('http');
  });

  it('is canceled, and ends with a new password', async () => {
    const user = await makeUser();
    const [one, other] = [createAddress(), createAddress()];
    await change(user, one);
    const token = await findToken(one);
    expect((await user.caller.delete('/auth/email')).status).toBe(204);
    expect((await confirm(token)).status).toBe(410);
    await change(user, other);
    const body = { currentPassword: password, newPassword: 'fresh and long enough' };
    expect((await user.caller.post('/auth/change-password', body)).status).toBe(204);
    expect((await confirm(await findToken(other))).status).toBe(410);
  });

  it('ends reset and recovery links from before', async () => {
    const user = await makeUser();
    await api.guest.post('/auth/forgot-password', { email: user.email });
    const reset = await findToken(user.email);
    const rescue = await api.booted.platform.runner.transact((work) =>
      createLink(work, { kind: 'rescue', lifetimeMinutes: 60, userId: user.caller.userId }),
    );
    const address = createAddress();
    await change(user, address);
    await confirm(await findToken(address));
    for (const token of [reset, rescue.secret]) {
      const body = { token, newPassword: 'fresh and long enough' };
      expect((await api.guest.post('/auth/reset-password', body)).body.code).toBe('LINK_INVALID');
    }
  });

  it('is rejected if another user has taken it in the meantime', async () => {
    const [one, other] = [await makeUser(), await makeUser()];
    const address = createAddress();
    await change(one, address);
    const first = await findToken(address);
    await change(other, address);
    const second = await findToken(address);
    expect((await confirm(first)).status).toBe(200);
    expect((await confirm(second)).body.code).toBe('CONFLICT');
  });
});

describe('the own address', () => {
  it('is confirmed once, by a requested link', async () => {
    const user = await makeUser({ isProven: false });
    await user.caller.post('/auth/email/confirmation');
    expect((await confirm(await findToken(user.email))).status).toBe(200);
    const proven = await makeUser();
    expect((await getSecurity(proven)).isEmailConfirmed).toBe(true);
    expect((await proven.caller.post('/auth/email/confirmation')).body.code).toBe('RULE_BROKEN');
  });

  it('is confirmed by a reset through mail, and by an invitation that a mail carried', async () => {
    const user = await makeUser({ isProven: false });
    await api.guest.post('/auth/forgot-password', { email: user.email });
    const newPassword = 'fresh and long enough';
    await api.guest.post('/auth/reset-password', { token: await findToken(user.email), newPassword });
    const admin = await api.signIn({ role: 'ADMIN', workspaceId: user.workspaceId });
    const invited = createAddress();
    await admin.post('/invitations', { email: invited, role: 'STAFF' });
    const accept = { token: await findToken(invited), displayName: 'New', password };
    expect((await api.guest.post('/auth/accept-invite', accept)).status).toBe(200);
    const rows = await api.db
      .selectFrom('users')
      .select('email_verified_at')
      .where('email', 'in', [user.email, invited])
      .execute();
    expect(rows.map((row) => row.email_verified_at !== null)).toEqual([true, true]);
  });

  it('gets no more than six mails an hour', async () => {
    const user = await makeUser({ isProven: false });
    for (let mail = 0; mail < 6; mail += 1)
      expect((await user.caller.post('/auth/email/confirmation')).status).toBe(202);
    expect((await user.caller.post('/auth/email/confirmation')).status).toBe(429);
  });
});

it('is rejected with a message when there is no mail server', async () => {
  const own = await startApi();
  try {
    const caller = await own.signIn({ passwordHash });
    const refused = await caller.post('/auth/email', { email: createAddress(), password });
    expect(refused.body).toMatchObject({
      code: 'RULE_BROKEN',
      detail: expect.stringContaining('mail server'),
    });
    expect((await caller.post('/auth/email/confirmation')).status).toBe(422);
  } finally {
    await own.close();
  }
});
