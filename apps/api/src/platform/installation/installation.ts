import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { withSingleConnection } from '#db/one-connection.ts';

/** The database belongs to another secret key; stored secrets would be unreadable. */
class KeyMismatchError extends Error {
  override readonly name = 'KeyMismatchError';
}

/**
 * Throws KeyMismatchError if the database was created with another secret key than the one with this fingerprint; null
 * if there is no key. Does not need this version's schema: it runs before the migration, so that a rejected start
 * changes nothing.
 */
export async function rejectOtherKey(connectionString: string, fingerprint: string | null): Promise<void> {
  const made = await findKeyFingerprint(connectionString);
  if (made === null || made === fingerprint) return;
  throw new KeyMismatchError(
    fingerprint === null
      ? `The secret key of this database (fingerprint ${made}) is missing. Set SECRET_KEY or restore secret.key in the data folder. No new key was created.`
      : `The secret key (fingerprint ${fingerprint}) does not match this database (${made}). Set SECRET_KEY or restore secret.key in the data folder.`,
  );
}

/** The fingerprint of the secret key that the database was made with; null before the first start. */
export function findKeyFingerprint(connectionString: string): Promise<string | null> {
  return withSingleConnection(connectionString, async (client) => {
    const { rows } = await client.query<{ is_there: boolean }>(
      `SELECT to_regclass('public.installation') IS NOT NULL AS is_there`,
    );
    if (rows[0]?.is_there !== true) return null;
    const found = await client.query<{ key_fingerprint: string }>(
      'SELECT key_fingerprint FROM public.installation',
    );
    return found.rows[0]?.key_fingerprint ?? null;
  });
}

/** Creates the installation row at the first start. */
export async function createInstallation(
  db: Db,
  { fingerprint, now }: { fingerprint: string; now: Date },
): Promise<void> {
  await db
    .insertInto('installation')
    .values({
      name: 'Meridian Healthcare Brokers',
      tagline: 'Healthcare brokerage',
      key_fingerprint: fingerprint,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Sets the name of the brokerage. */
export async function setBrand(db: Db, name: string): Promise<void> {
  await db
    .updateTable('installation')
    .set((eb) => ({ name, version: eb('version', '+', 1) }))
    .execute();
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
 * Makes superadmins who belong to no workspace administrators of the oldest one, if there is one: notifications, such
 * as about a failed backup, are sent only to members.
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

/** Lets one server at a time prepare a new installation, until its transaction ends. */
export async function lockFirstStart(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4711, 6)`.execute(db);
}

/** Whether any workspace exists. */
export async function hasWorkspace(db: Db): Promise<boolean> {
  return (await db.selectFrom('workspaces').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * The workspace that receives leads from the public pages: the configured workspace, otherwise the oldest; null if
 * there is none.
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
