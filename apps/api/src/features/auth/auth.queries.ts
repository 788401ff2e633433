import type { Db } from '#db/client.ts';
import { hasEmailKey } from '#features/customers/customers.public.ts';
import { deleteCalendarLinks } from '#platform/session/session.queries.ts';
import { emailKey } from '#lib/text.ts';
import { sql } from 'kysely';

export type UserRow = {
  id: string;
  email: string;
  display_name: string;
  password_hash: string | null;
  is_superadmin: boolean;
  status: 'active' | 'banned';
  is_sample: boolean;
  email_verified_at: Date | null;
  photo_key: string | null;
  phone: string | null;
  version: number;
};

const userColumns = [
  'id',
  'email',
  'display_name',
  'password_hash',
  'is_superadmin',
  'status',
  'is_sample',
  'email_verified_at',
  'photo_key',
  'phone',
  'version',
] as const;

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  return (
    (await db
      .selectFrom('users')
      .select(userColumns)
      .where('email_key', '=', emailKey(email))
      .executeTakeFirst()) ?? null
  );
}

export function getUser(db: Db, userId: string): Promise<UserRow> {
  return db.selectFrom('users').select(userColumns).where('id', '=', userId).executeTakeFirstOrThrow();
}

/**
 * A user whose credentials are locked until the transaction ends: shared for using or adding one, exclusive for
 * revoking them all.
 */
export function lockUser(db: Db, userId: string, { isShared }: { isShared: boolean }): Promise<UserRow> {
  const query = db.selectFrom('users').select(userColumns).where('id', '=', userId);
  return (isShared ? query.forShare() : query.forUpdate()).executeTakeFirstOrThrow();
}

/** Marks the user's address as confirmed; false if it already was. */
export async function markEmailProven(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Deletes everything that opens or vouches for a login: password, second factor, passkeys, known devices, and calendar
 * links. Sessions and API keys are revoked separately.
 */
export async function deleteCredentials(db: Db, userId: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute();
  for (const table of ['second_factors', 'passkeys', 'passkey_challenges', 'known_devices'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute();
  await deleteCalendarLinks(db, { userId });
}

/** The workspaces that a user belongs to. */
export async function listWorkspaceIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('workspace_id')
    .where('user_id', '=', userId)
    .execute();
  return rows.map((row) => row.workspace_id);
}

type Closure = { readonly kind: 'banned'; readonly reason: string | null } | { readonly kind: 'archived' };

/** Why a user cannot open any of their workspaces; null if they can, or never had one. */
export async function findClosure(db: Db, userId: string): Promise<Closure | null> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select(['memberships.status', 'memberships.banned_reason', 'workspaces.archived_at'])
    .where('memberships.user_id', '=', userId)
    .execute();
  const active = rows.filter((row) => row.status === 'active');
  if (active.some((row) => row.archived_at === null)) return null;
  const banned = rows.find((row) => row.status === 'banned');
  if (banned !== undefined) return { kind: 'banned', reason: banned.banned_reason };
  return active.length > 0 ? { kind: 'archived' } : null;
}

export async function insertUser(
  db: Db,
  user: {
    id: string;
    email: string;
    displayName: string;
    passwordHash: string;
    isSuperadmin: boolean;
    isSample?: boolean;
    /** Whether the address is confirmed. */
    isAddressProven: boolean;
    now: Date;
  },
): Promise<void> {
  await db
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      email_key: emailKey(user.email),
      display_name: user.displayName,
      password_hash: user.passwordHash,
      is_superadmin: user.isSuperadmin,
      is_sample: user.isSample ?? false,
      email_verified_at: user.isAddressProven ? user.now : null,
      created_at: user.now,
      updated_at: user.now,
    })
    .execute();
}

export async function setPasswordHash(
  db: Db,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: Date },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

/** Sets the name and password that the owner chose when taking over a login. */
export async function setNameAndPassword(
  db: Db,
  {
    userId,
    displayName,
    passwordHash,
    now,
  }: { userId: string; displayName: string; passwordHash: string; now: Date },
): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({
      display_name: displayName,
      password_hash: passwordHash,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', userId)
    .execute();
}

/** Returns false if the version is stale. */
export async function updateProfile(
  db: Db,
  {
    userId,
    displayName,
    phone,
    version,
    now,
  }: { userId: string; displayName: string; phone: string | null | undefined; version: number; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set((eb) => ({
      display_name: displayName,
      ...(phone !== undefined && { phone }),
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', userId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a membership, or gives an active client the role of staff. Returns the status of the membership. */
export async function insertMembership(
  db: Db,
  membership: { workspaceId: string; userId: string; role: 'CLIENT' | 'STAFF' | 'ADMIN'; now: Date },
): Promise<'active' | 'banned' | 'deactivated'> {
  await db
    .insertInto('memberships')
    .values({
      workspace_id: membership.workspaceId,
      user_id: membership.userId,
      role: membership.role,
      created_at: membership.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'user_id'])
        .doUpdateSet((eb) => ({
          role: membership.role,
          role_changed_at: membership.now,
          version: eb('memberships.version', '+', 1),
        }))
        .where('memberships.role', '=', 'CLIENT')
        .where('memberships.status', '=', 'active')
        .where('excluded.role', '<>', 'CLIENT'),
    )
    .execute();
  const { status } = await db
    .selectFrom('memberships')
    .select('status')
    .where('workspace_id', '=', membership.workspaceId)
    .where('user_id', '=', membership.userId)
    .executeTakeFirstOrThrow();
  return status;
}

export function listLiveSessions(db: Db, { userId, now }: { userId: string; now: Date }) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('id', 'not in', (eb) =>
      eb.selectFrom('api_keys').select('api_keys.session_id').where('api_keys.user_id', '=', userId),
    )
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute();
}

/** Null for an archived workspace. */
export async function findWorkspaceName(db: Db, workspaceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', workspaceId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return row?.name ?? null;
}

/**
 * Links a login to a customer record; false if it already has one, is banned, or deleted, or if the invited address is
 * no longer theirs.
 */
export async function attachLoginToCustomer(
  db: Db,
  {
    workspaceId,
    customerId,
    userId,
    email,
  }: { workspaceId: string; customerId: string; userId: string; email: string },
): Promise<boolean> {
  const row = await db
    .updateTable('customers')
    .set({ user_id: userId })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .where('user_id', 'is', null)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where(hasEmailKey(emailKey(email)))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The addresses of all active superadmins. */
export async function listSuperadminEmails(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('is_superadmin', '=', true)
    .where('status', '=', 'active')
    .orderBy('email')
    .limit(100)
    .execute();
  return rows.map((row) => row.email);
}

/** Whether a device is new and whether the user has other devices. */
export async function rememberDevice(
  db: Db,
  { userId, device, network, now }: { userId: string; device: string; network: string; now: Date },
): Promise<{ isNew: boolean; hasOthers: boolean }> {
  const { rows } = await sql<{ is_new: boolean; has_others: boolean }>`
    WITH added AS (
      INSERT INTO known_devices (user_id, device, network, first_seen_at)
      VALUES (${userId}, ${device}, ${network}, ${now}) ON CONFLICT DO NOTHING RETURNING 1
    )
    SELECT EXISTS (SELECT FROM added) AS is_new,
           EXISTS (SELECT FROM known_devices WHERE user_id = ${userId}
                   AND (device, network) <> (${device}, ${network})) AS has_others`.execute(db);
  return { isNew: rows[0]?.is_new === true, hasOthers: rows[0]?.has_others === true };
}
