import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

export type PersonRow = {
  id: string;
  display_name: string;
  email: string;
  photo_key: string | null;
  is_superadmin: boolean;
  role: 'STAFF' | 'ADMIN';
  status: 'active' | 'banned' | 'deactivated';
  version: number;
  created_at: Date;
  deactivated_at: Date | null;
  last_seen_at: Date | null;
  has_second_factor: boolean;
  has_passkey: boolean;
  /** Whether the viewer administers every workspace of the person. */
  is_governed: boolean;
};

type Key = { readonly workspaceId: string; readonly userId: string };
type Asker = { readonly actorId: string };

/** All members except clients, active ones first, by name. */
export async function listPeopleRows(
  db: Db,
  { workspaceId, actorId }: Asker & { workspaceId: string },
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    ${selectPeople(actorId)} WHERE m.workspace_id = ${workspaceId} AND m.role <> 'CLIENT'
    ORDER BY (m.status <> 'active'), lower(u.display_name), u.id LIMIT 1000`.execute(db);
  return rows;
}

/** Locks and returns a membership; null for a client or a non-member. */
export async function findPersonForChange(
  db: Db,
  { workspaceId, userId, actorId }: Key & Asker,
): Promise<PersonRow | null> {
  const { rows } = await sql<PersonRow>`
    ${selectPeople(actorId)} WHERE m.workspace_id = ${workspaceId} AND m.user_id = ${userId} AND m.role <> 'CLIENT' FOR UPDATE OF m`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Excludes API keys from the last visit. */
const selectPeople = (actorId: string) => sql`
  SELECT u.id, u.display_name, u.email, u.photo_key, u.is_superadmin, m.role, m.status, m.version, m.created_at, m.deactivated_at,
         (SELECT max(s.last_seen_at) FROM sessions s WHERE s.user_id = u.id AND NOT EXISTS (SELECT FROM api_keys k WHERE k.session_id = s.id)) AS last_seen_at,
         EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.enabled_at IS NOT NULL) AS has_second_factor,
         EXISTS (SELECT FROM passkeys k WHERE k.user_id = u.id) AS has_passkey,
         NOT EXISTS (
           SELECT FROM memberships theirs WHERE theirs.user_id = u.id AND theirs.status = 'active' AND NOT EXISTS (
             SELECT FROM memberships mine
             WHERE mine.workspace_id = theirs.workspace_id AND mine.user_id = ${actorId} AND mine.role = 'ADMIN' AND mine.status = 'active')
         ) AS is_governed
  FROM memberships m JOIN users u ON u.id = m.user_id`;

/** Locks the administrators of a workspace and returns their ids, so that two concurrent removals cannot leave it without one. */
export async function lockAdmins(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('memberships.user_id')
    .where('memberships.workspace_id', '=', workspaceId)
    .where('memberships.role', '=', 'ADMIN')
    .where('memberships.status', '=', 'active')
    .where('users.status', '=', 'active')
    .orderBy('memberships.user_id')
    .forUpdate('memberships')
    .execute();
  return rows.map((row) => row.user_id);
}

export async function setRole(
  db: Db,
  { workspaceId, userId, role, now }: Key & { role: 'STAFF' | 'ADMIN'; now: Date },
): Promise<void> {
  await db
    .updateTable('memberships')
    .set((eb) => ({ role, role_changed_at: now, version: eb('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

/** Deactivates a membership, or reactivates it with null. */
export async function setDeactivated(
  db: Db,
  { workspaceId, userId, at }: Key & { at: Date | null },
): Promise<void> {
  await db
    .updateTable('memberships')
    .set((eb) => ({
      status: at === null ? 'active' : 'deactivated',
      deactivated_at: at,
      version: eb('version', '+', 1),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

/** Removes an unaccepted invitation, expired or not, and returns its recipient; null if there is none. */
export async function withdrawInvitation(
  db: Db,
  { workspaceId, invitationId, now }: { workspaceId: string; invitationId: string; now: Date },
) {
  const row = await db
    .updateTable('one_time_links')
    .set({ consumed_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', invitationId)
    .where('kind', '=', 'invite')
    .where('consumed_at', 'is', null)
    .returning(['email', 'role', 'customer_id'])
    .executeTakeFirst();
  return row ?? null;
}
