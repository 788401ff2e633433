import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Updateable } from 'kysely';
import type { CustomersTable } from '#db/schema/customers.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { newId } from '#lib/ids.ts';
import { hashPassword } from '#lib/password-hash.ts';

const password = 'correct horse battery';
let api: TestApi;
let passwordHash: string;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
  passwordHash = await hashPassword(password);
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

type Invited = { readonly link: string | null };

const createAddress = () => `new-${newId()}@people.test`;
const findToken = ({ link }: Invited) => link?.split('#')[1];
const accept = (invited: Invited, displayName?: string) =>
  api.guest.post('/auth/accept-invite', { token: findToken(invited), displayName, password });
const preview = async (invited: Invited) =>
  (await api.guest.post('/auth/invite-preview', { token: findToken(invited) })).status;
const inviteStaff = (email: string, role = 'STAFF') => admin.post('/invitations', { email, role });
const findMembership = (userId: string) =>
  api.db
    .selectFrom('memberships')
    .select(['role', 'status', 'version', 'role_changed_at'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();

async function shareWith(email: string): Promise<Invited> {
  const recordId = await api.makeCustomer(workspaceId);
  return (await admin.post('/access-grants', { recordType: 'customer', recordId, email })).body.invite;
}

describe('an invitation as staff', () => {
  it('makes a client a member of staff, for the sessions that they have too', async () => {
    const email = createAddress();
    const client = await api.signIn({ role: 'CLIENT', workspaceId, email, passwordHash });
    expect((await client.get('/users')).status).toBe(403);
    const { status, body } = await inviteStaff(email);
    expect(status).toBe(201);
    expect((await accept(body)).body.user).toMatchObject({ role: 'STAFF', workspaceId });
    expect((await client.get('/users')).status).toBe(200);
    expect(await findMembership(client.userId)).toMatchObject({
      role: 'STAFF',
      version: 2,
      role_changed_at: expect.any(Date),
    });
    expect(await inviteStaff(email)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  it('counts when a shared record invited the same address, whichever is accepted first', async () => {
    for (const order of [
      ['staff', 'client'],
      ['client', 'staff'],
    ] as const) {
      const email = createAddress();
      const invitations = { staff: (await inviteStaff(email)).body, client: await shareWith(email) };
      for (const kind of order) expect((await accept(invitations[kind], 'Robin New')).status).toBe(200);
      const { body } = await api.guest.post('/auth/login', { email, password });
      expect(body.user).toMatchObject({ role: 'STAFF', workspaceId });
    }
  });

  it('replaces the earlier one of the same address', async () => {
    const email = createAddress();
    const mistaken = (await inviteStaff(email, 'ADMIN')).body;
    const client = await shareWith(email);
    const corrected = (await inviteStaff(email.toUpperCase())).body;
    expect(await Promise.all([mistaken, client, corrected].map(preview))).toEqual([410, 200, 200]);
    const { body } = await accept(corrected, 'Robin New');
    expect(body.user).toMatchObject({ role: 'STAFF', workspaceId });
  });

  it('leaves its role in the audit log, from the first link to the acceptance', async () => {
    const { invitation } = (await inviteStaff(createAddress(), 'ADMIN')).body;
    const sent = (await admin.post(`/invitations/${String(invitation.id)}/resend`)).body;
    await accept(sent, 'Robin New');
    const withdrawn = (await inviteStaff(createAddress())).body.invitation;
    await admin.delete(`/invitations/${String(withdrawn.id)}`);
    const { entries } = (await admin.get('/audit')).body;
    expect(entries.map(({ action, detail }: { action: string; detail: object }) => [action, detail])).toEqual(
      [
        ['revokeInvitation', { role: 'STAFF' }],
        ['createInvitation', { role: 'STAFF' }],
        ['acceptInvite', { role: 'ADMIN', invitationId: sent.invitation.id }],
        ['resendInvitation', { role: 'ADMIN' }],
        ['createInvitation', { role: 'ADMIN' }],
      ],
    );
  });

  it('ends with another one that the person accepted', async () => {
    const email = createAddress();
    const { body } = await inviteStaff(email);
    const other = (await inviteStaff(createAddress(), 'ADMIN')).body;
    // As if two administrators had invited the same person at the same time.
    await api.db.updateTable('one_time_links').set({ email }).where('id', '=', other.invitation.id).execute();
    expect((await accept(body, 'Robin New')).status).toBe(200);
    expect(await preview(other)).toBe(410);
    expect((await admin.get('/invitations')).body.invitations).toEqual([]);
  });

  it.each(['leaves', 'becomes staff', 'is no longer a superadmin'])(
    'ends when its sender %s',
    async (change) => {
      const sender = await api.signIn({ role: 'ADMIN', workspaceId });
      const setSuperadmin = (is_superadmin: boolean, { userId }: Caller) =>
        api.db
          .updateTable('users')
          .set({ is_superadmin, password_hash: passwordHash })
          .where('id', '=', userId)
          .execute();
      const invite = async (role: string) =>
        (await sender.post('/invitations', { email: createAddress(), role })).body;
      const sent = [await invite('ADMIN'), await invite('STAFF')];
      const [other, shared] = [(await inviteStaff(createAddress())).body, await shareWith(createAddress())];
      const userId = sender.userId;
      if (change === 'leaves')
        await admin.post(`/people/${userId}/deactivate`, { version: 1, handOverTo: null });
      else if (change === 'becomes staff')
        await admin.patch(`/people/${userId}`, { version: 1, role: 'STAFF' });
      else {
        for (const caller of [admin, sender]) await setSuperadmin(true, caller);
        expect((await admin.post(`/installation/superadmins/${userId}/remove`, { password })).status).toBe(
          200,
        );
      }
      for (const invited of sent) expect(await preview(invited)).toBe(410);
      for (const invited of [other, shared]) expect(await preview(invited)).toBe(200);
    },
  );

  it('changes no role of staff', async () => {
    const email = createAddress();
    const { body } = await inviteStaff(email, 'ADMIN');
    const staff = await api.signIn({ role: 'STAFF', workspaceId, email, passwordHash });
    expect((await accept(body)).status).toBe(200);
    expect(await findMembership(staff.userId)).toMatchObject({ role: 'STAFF', version: 1 });
  });
});

it('an invitation does not admit a deactivated member before reactivation', async () => {
  const email = createAddress();
  const sam = await api.signIn({ role: 'STAFF', workspaceId, email, passwordHash });
  await admin.post(`/people/${sam.userId}/deactivate`, { version: 1, handOverTo: null });
  expect((await inviteStaff(email)).status).toBe(409);
  const invited = await shareWith(email);
  expect(await accept(invited)).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('Ask an administrator to restore it') },
  });
  expect(await preview(invited)).toBe(200);
  await admin.post(`/people/${sam.userId}/reactivate`, { version: 2 });
  expect((await accept(invited)).status).toBe(200);
  expect(await findMembership(sam.userId)).toMatchObject({ role: 'STAFF', status: 'active' });
});

describe('the invitation of a customer', () => {
  async function inviteCustomer() {
    const customerId = await api.makeCustomer(workspaceId, { email: createAddress() });
    return { customerId, invite: (await admin.post(`/users/${customerId}/invite`)).body.invite as Invited };
  }
  const bulk = (input: Record<string, unknown>) =>
    admin.post('/bulk-runs', { selection: { filter: {} }, input });
  const update = (customerId: string, change: Updateable<CustomersTable>) =>
    api.db
      .updateTable('customers')
      .set(change)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', customerId)
      .execute();

  it.each([
    ['a ban', (id: string) => admin.post(`/users/${id}/ban`, { version: 1, reason: 'Breach' })],
    ['a ban in bulk', () => bulk({ action: 'ban', reason: 'Breach' })],
    ['another address', (id: string) => admin.patch(`/users/${id}`, { version: 1, email: createAddress() })],
    ['the trash', (id: string) => admin.delete(`/users/${id}`)],
    ['the trash in bulk', () => bulk({ action: 'delete' })],
  ])('ends with %s', async (_name, close) => {
    const { customerId, invite } = await inviteCustomer();
    expect(await preview(invite)).toBe(200);
    expect((await close(customerId)).status).toBeLessThan(300);
    // The preview is rate limited, so this polls the database until the bulk action is done.
    const listOpen = () =>
      api.db
        .selectFrom('one_time_links')
        .select('id')
        .where('customer_id', '=', customerId)
        .where('consumed_at', 'is', null)
        .execute();
    await expect.poll(listOpen, { timeout: 20_000 }).toEqual([]);
    expect(await preview(invite)).toBe(410);
  });

  it.each([{ status: 'banned' as const }, { deleted_at: new Date() }])(
    'opens nothing to a customer with %o, and is not sent again',
    async (change) => {
      const { customerId, invite } = await inviteCustomer();
      await update(customerId, change);
      expect(await accept(invite, 'Olivia Owner')).toMatchObject({
        status: 409,
        body: { detail: 'This invitation is no longer valid. Ask your broker for a new one.' },
      });
      const members = await api.db
        .selectFrom('memberships')
        .select('user_id')
        .where('workspace_id', '=', workspaceId)
        .execute();
      expect(members).toEqual([{ user_id: admin.userId }]);
      const { invitations } = (await admin.get('/invitations')).body;
      expect((await admin.post(`/invitations/${String(invitations[0].id)}/resend`)).status).toBe(422);
    },
  );

  it('opens nothing to an address that an import replaced, unless it is another one of the customer', async () => {
    const { customerId, invite } = await inviteCustomer();
    const { email } = (await admin.get(`/users/${customerId}`)).body.user;
    await update(customerId, { email_key: createAddress() });
    expect((await accept(invite, 'Olivia Owner')).status).toBe(409);
    const contactPoints = [{ kind: 'email', label: 'Home', value: email.toUpperCase() }];
    await admin.patch(`/users/${customerId}`, { version: 1, contactPoints });
    expect((await accept(invite, 'Olivia Owner')).status).toBe(200);
  });

  it('is sent again to the current address', async () => {
    const { customerId } = await inviteCustomer();
    const email = createAddress();
    await update(customerId, { email });
    const { invitations } = (await admin.get('/invitations')).body;
    const { status, body } = await admin.post(`/invitations/${String(invitations[0].id)}/resend`);
    expect([status, body.invitation.email]).toEqual([201, email]);
  });
});
