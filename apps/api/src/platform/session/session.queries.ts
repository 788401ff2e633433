import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { invalidField } from '#lib/errors.ts';
import { prepareLookup } from '#db/statements/prepared-statement.ts';
import { selectLiveGrants, type Grant } from './grants.queries.ts';
import { selectTwoStepDueAt } from './two-step.queries.ts';

export type SessionRow = {
  session_id: string;
  user_id: string;
  display_name: string;
  email: string;
  is_superadmin: boolean;
  last_seen_at: Date;
  workspace_id: string | null;
  role: 'CLIENT' | 'STAFF' | 'ADMIN' | null;
  time_zone: string | null;
  staff_access: string[] | null;
  record_scope: 'all' | 'own' | null;
  grants: Grant[] | null;
  /** Deadline for required two-step sign-in; null if not required or already set up. */
  two_step_due_at: Date | null;
  /** Scopes of an API key; null for a signed-in session. */
  api_scopes: string[] | null;
};

/** A session is found by its token's hash, by its ID (for tickets), or by an API key's hash. */
export type SessionKey =
  | { readonly tokenHash: Buffer }
  | { readonly sessionId: string }
  | { readonly apiKeyHash: Buffer };

/**
 * The active session of a token, with the requested workspace or the user's first one; one statement.
 * Banned users have no active session; banned memberships count as none. An API key opens only its own
 * workspace.
 */
export async function findSession(
  db: Db,
  { by, workspaceId, now }: { by: SessionKey; workspaceId: string | null; now: Date },
): Promise<SessionRow | null> {
  const kind = 'tokenHash' in by ? 'token' : 'sessionId' in by ? 'id' : 'key';
  const key = 'tokenHash' in by ? by.tokenHash : 'sessionId' in by ? by.sessionId : by.apiKeyHash;
  const shape = { kind, isNamed: workspaceId !== null } as const;
  const [row] = await selectSession(db, { key, workspaceId, now }, shape);
  return row ?? null;
}

type KeyKind = 'token' | 'id' | 'key';

const selectSession = prepareLookup(
  (
    _db,
    by: { key: Buffer | string; workspaceId: string | null; now: Date },
    { kind, isNamed }: { kind: KeyKind; isNamed: boolean },
  ) => {
    const { column, scopes, join, isItsWorkspace, withPasskey } = sessionKeyParts[kind];
    const inNamed = isNamed ? sql` AND w.id = ${by.workspaceId}` : sql``;
    return sql<SessionRow>`
    SELECT s.id AS session_id, u.id AS user_id, u.display_name, u.email, u.is_superadmin, s.last_seen_at,
           w.id AS workspace_id, w.role, w.time_zone, w.staff_access, w.record_scope, w.grants, w.two_step_due_at, ${scopes} AS api_scopes
    FROM sessions s
    JOIN users u ON u.id = s.user_id AND u.status = 'active'
    ${join}
    LEFT JOIN LATERAL (
      SELECT w.id, m.role, w.time_zone, w.staff_access, w.record_scope, ${selectLiveGrants(by.now)} AS grants, ${selectTwoStepDueAt(withPasskey)} AS two_step_due_at
      FROM workspaces w
      LEFT JOIN memberships m ON m.workspace_id = w.id AND m.user_id = u.id AND m.status = 'active'
      WHERE w.archived_at IS NULL AND (m.user_id IS NOT NULL OR u.is_superadmin)${inNamed}${isItsWorkspace}
      ORDER BY (m.user_id IS NULL), w.name, w.id
      LIMIT 1
    ) w ON true
    WHERE ${column} = ${by.key} AND s.revoked_at IS NULL AND s.expires_at > ${by.now}`;
  },
);

const ofPerson = {
  scopes: sql`NULL::text[]`,
  join: sql``,
  isItsWorkspace: sql``,
  withPasskey: sql`s.passkey_used_at IS NOT NULL`,
};

/** Join API keys only when the request has one. */
const sessionKeyParts = {
  token: { ...ofPerson, column: sql`s.token_hash` },
  id: {
    ...ofPerson,
    column: sql`s.id`,
    // Also the session of an API key, for its tickets.
    scopes: sql`k.scopes`,
    join: sql`LEFT JOIN api_keys k ON k.session_id = s.id`,
    withPasskey: sql`(${ofPerson.withPasskey} OR k.session_id IS NOT NULL)`,
  },
  key: {
    column: sql`s.token_hash`,
    scopes: sql`k.scopes`,
    join: sql`JOIN api_keys k ON k.session_id = s.id`,
    isItsWorkspace: sql` AND w.id = k.workspace_id`,
    // An API key depends on its owner's factors, including passkeys.
    withPasskey: sql`true`,
  },
};

export async function touchSession(
  db: Db,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', sessionId).execute();
}

/**
 * Locks a user until the transaction ends; false if the session is not active. Revoking all access of the user waits,
 * or has already ended this session.
 */
export async function lockLiveSession(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forShare().execute();
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSession(
  db: Db,
  session: {
    id: string;
    userId: string;
    tokenHash: Buffer;
    userAgent: string;
    ipAddress: string;
    now: Date;
    expiresAt: Date;
    isByPasskey: boolean;
  },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      token_hash: session.tokenHash,
      user_agent: session.userAgent,
      ip_address: session.ipAddress,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
      passkey_used_at: session.isByPasskey ? session.now : null,
    })
    .execute();
}

/**
 * Ends a user's sessions: all, one, or all but one. Returns the IDs. API keys end only with all sessions,
 * when the account is recovered.
 */
export async function revokeSessions(
  db: Db,
  { userId, onlyId, exceptId, now }: { userId: string; onlyId?: string; exceptId?: string; now: Date },
): Promise<string[]> {
  let statement = db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null);
  if (onlyId !== undefined) statement = statement.where('id', '=', onlyId);
  if (exceptId !== undefined)
    statement = statement
      .where('id', '<>', exceptId)
      .where('id', 'not in', (eb) =>
        eb.selectFrom('api_keys').select('api_keys.session_id').where('api_keys.user_id', '=', userId),
      );
  const rows = await statement.returning('id').execute();
  return rows.map((row) => row.id);
}

/** Revokes the API keys of a person in a workspace. */
export async function revokeApiKeys(
  db: Db,
  { workspaceId, userId, now }: { workspaceId: string; userId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('api_keys')
        .select('api_keys.session_id')
        .where('api_keys.workspace_id', '=', workspaceId)
        .where('api_keys.user_id', '=', userId),
    )
    .execute();
}

/** Ends the calendar links of a person, in one workspace or all. */
export async function deleteCalendarLinks(
  db: Db,
  { userId, workspaceId }: { userId: string; workspaceId?: string },
): Promise<void> {
  let statement = db.deleteFrom('calendar_feeds').where('user_id', '=', userId);
  if (workspaceId !== undefined) statement = statement.where('workspace_id', '=', workspaceId);
  await statement.execute();
}

/** Whether a user can open any workspace: as a member of an active one, or as a superadmin. */
export async function hasWorkspace(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ has_workspace: boolean }>`
    SELECT u.is_superadmin OR EXISTS (
      SELECT FROM memberships m JOIN workspaces w ON w.id = m.workspace_id AND w.archived_at IS NULL
      WHERE m.user_id = u.id AND m.status = 'active') AS has_workspace
    FROM users u WHERE u.id = ${userId}`.execute(db);
  return rows[0]?.has_workspace === true;
}

/** Whether the user is an active staff member, who can be a broker. */
export async function isStaffMember(
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<boolean> {
  return (await listStaffIds(db, { workspaceId, userIds: [userId] })).length > 0;
}

/** Throws INVALID_INPUT at `path` unless the user is an active staff member. Nobody is always valid. */
export async function assertStaffMember(
  db: Db,
  workspaceId: string,
  { path, userId }: { path: string; userId: string | null | undefined },
): Promise<void> {
  if (userId != null && !(await isStaffMember(db, { workspaceId, userId })))
    throw invalidField(path, 'Not a member of this workspace');
}

/** Those of the users who are active staff members of the workspace. */
export async function listStaffIds(
  db: Db,
  { workspaceId, userIds }: { workspaceId: string; userIds: readonly string[] },
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', 'in', [...userIds])
    .where('role', '<>', 'CLIENT')
    .where('status', '=', 'active')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** The active administrators of a workspace. */
export async function listAdminIds(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'active')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Who is responsible for something: the user, such as its broker, or the administrators if nobody is. */
export async function listResponsibleIds(
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string | null },
): Promise<string[]> {
  return userId === null ? listAdminIds(db, workspaceId) : [userId];
}

/** Those of the members who are active staff; the administrators if none is. */
export async function listStaffOrAdminIds(
  db: Db,
  members: { workspaceId: string; userIds: readonly string[] },
): Promise<string[]> {
  const staffIds = await listStaffIds(db, members);
  return staffIds.length > 0 ? staffIds : listAdminIds(db, members.workspaceId);
}
