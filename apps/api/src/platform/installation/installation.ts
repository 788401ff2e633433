import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** The database belongs to another secret key; stored secrets would be unreadable. */
class KeyMismatchError extends Error {
  override readonly name = 'KeyMismatchError';
}

/** Creates the installation row at the first start and compares the secret key. Throws KeyMismatchError. */
export async function openInstallation(
  db: Db,
  { fingerprint, now }: { fingerprint: string; now: Date },
): Promise<void> {
  const inserted = await db
    .insertInto('installation')
    .values({
      name: 'Meridian Healthcare Brokers',
      tagline: 'Healthcare brokerage',
      key_fingerprint: fingerprint,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('is_only')
    .executeTakeFirst();
  if (inserted !== undefined) return;
  const { key_fingerprint: stored } = await db
    .selectFrom('installation')
    .select('key_fingerprint')
    .executeTakeFirstOrThrow();
  if (stored !== fingerprint) {
    throw new KeyMismatchError(
      `The secret key (fingerprint ${fingerprint}) is not the one this database was made with (${stored}). Set SECRET_KEY, or put back secret.key in the data folder.`,
    );
  }
}

/** Throws KeyMismatchError if the database was made with a secret key. */
export async function refuseMissingKey(db: Db): Promise<void> {
  const made = await db.selectFrom('installation').select('key_fingerprint').executeTakeFirst();
  if (made === undefined) return;
  throw new KeyMismatchError(
    `The secret key of this database (fingerprint ${made.key_fingerprint}) is missing. Set SECRET_KEY, or put back secret.key in the data folder. No new key was made.`,
  );
}

/** The name of the brokerage. */
export async function getBrand(db: Db): Promise<string> {
  return (await db.selectFrom('installation').select('name').executeTakeFirstOrThrow()).name;
}

/** Whether a superadmin exists. */
export async function hasSuperadmin(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    is_there: boolean;
  }>`SELECT EXISTS (SELECT FROM users WHERE is_superadmin AND status = 'active') AS is_there`.execute(db);
  return rows[0]?.is_there === true;
}

/**
 * Makes superadmins who belong to no workspace administrators of the oldest one, if there is one: notifications, such as
 * of a failed backup, go to members only.
 */
export async function addSuperadminsToWorkspace(db: Db, now: Date): Promise<void> {
  await sql`
    INSERT INTO memberships (workspace_id, user_id, role, created_at)
    SELECT oldest.id, users.id, 'ADMIN', ${now}
    FROM users, (SELECT id FROM workspaces WHERE archived_at IS NULL ORDER BY created_at, id LIMIT 1) AS oldest
    WHERE users.is_superadmin AND users.status = 'active' AND NOT EXISTS (
      SELECT FROM memberships JOIN workspaces ON workspaces.id = memberships.workspace_id
      WHERE memberships.user_id = users.id AND workspaces.archived_at IS NULL)
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Whether any login exists. */
export async function hasUser(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Whether a workspace exists and is not archived. */
export async function isActiveWorkspace(db: Db, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether any workspace exists. */
export async function hasWorkspace(db: Db): Promise<boolean> {
  return (await db.selectFrom('workspaces').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * The workspace that receives leads from the public pages: the configured one, otherwise the oldest; null
 * if there is none.
 */
export async function findPublicWorkspaceId(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('workspaces')
    .leftJoin('installation', 'installation.leads_workspace_id', 'workspaces.id')
    .select('workspaces.id')
    .where('workspaces.archived_at', 'is', null)
    .orderBy('installation.leads_workspace_id', (order) => order.asc().nullsLast())
    .orderBy('workspaces.created_at')
    .orderBy('workspaces.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
