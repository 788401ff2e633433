import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

const maxCandidates = 500;

type PersonRow = { id: string; display_name: string; email: string; photo_key: string | null };

/** Superadmins, by name. */
export async function listSuperadminRows(db: Db): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    SELECT id, display_name, email, photo_key FROM users
    WHERE is_superadmin AND status = 'active' ORDER BY lower(display_name), id`.execute(db);
  return rows;
}

/** Active administrators of a workspace who are not superadmins, by name. */
export async function listCandidateRows(db: Db): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    SELECT u.id, u.display_name, u.email, u.photo_key FROM users u
    WHERE ${isCandidate} ORDER BY lower(u.display_name), u.id LIMIT ${maxCandidates}`.execute(db);
  return rows;
}

const isCandidate = sql<boolean>`(NOT u.is_superadmin AND u.status = 'active' AND EXISTS (
  SELECT FROM memberships m JOIN workspaces w ON w.id = m.workspace_id AND w.archived_at IS NULL
  WHERE m.user_id = u.id AND m.role = 'ADMIN' AND m.status = 'active'))`;

/**
 * Locks the superadmins and returns their ids, so that two concurrent removals cannot leave the installation without
 * one.
 */
export async function lockSuperadmins(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('is_superadmin', '=', true)
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** False if the user is not eligible. */
export async function grantSuperadmin(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE users u SET is_superadmin = true, updated_at = ${now}
    WHERE u.id = ${userId} AND ${isCandidate} RETURNING u.id`.execute(db);
  return rows.length > 0;
}

export async function revokeSuperadmin(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ is_superadmin: false, updated_at: now })
    .where('id', '=', userId)
    .execute();
}
