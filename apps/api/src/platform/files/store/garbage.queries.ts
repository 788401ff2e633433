import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** A lock that backups share, and that is exclusive while bytes are removed from the store. */
export const removalLock = '4711, 5';

/** A column that refers to stored objects; one of a workspace's table refers to that workspace's only. */
export type Reference = { readonly table: string; readonly column: string; readonly isOfWorkspace: boolean };

/** Every foreign key to stored objects, so that a new table protects its objects by declaring one. */
export async function listReferences(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    SELECT conrelid::regclass::text AS table, quote_ident(attname) AS column, array_length(conkey, 1) > 1 AS "isOfWorkspace"
    FROM pg_constraint
    CROSS JOIN LATERAL unnest(conkey, confkey) AS pair (own, other)
    JOIN pg_attribute ON attrelid = conrelid AND attnum = pair.own
    WHERE contype = 'f' AND confrelid = 'stored_objects'::regclass
      AND pair.other = (SELECT attnum FROM pg_attribute WHERE attrelid = confrelid AND attname = 'id')`.execute(
    db,
  );
  return rows;
}

/** Deletes objects that were registered some time ago and never assigned. Skips objects that are being assigned. */
export async function deleteUnassigned(
  db: Db,
  { olderThanMinutes }: { olderThanMinutes: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM stored_objects WHERE id IN (
      SELECT id FROM stored_objects
      WHERE key_id IS NULL AND created_at < now() - ${olderThanMinutes} * interval '1 minute'
      FOR UPDATE SKIP LOCKED)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Deletes the assigned objects of a workspace, or of the installation, that no row refers to, up to `limit`. An object is
 * assigned in the transaction of the row that refers to it, so it is never seen without one. A new reference waits for the
 * row lock, and its foreign key fails.
 */
export async function deleteUnreferenced(
  db: Db,
  {
    workspaceId,
    references,
    limit,
  }: { workspaceId: string | null; references: readonly Reference[]; limit: number },
): Promise<number> {
  const relevant = references.filter(({ isOfWorkspace }) => workspaceId !== null || !isOfWorkspace);
  const isReferred = relevant.map(
    ({ table, column }) =>
      sql`AND NOT EXISTS (SELECT FROM ${sql.raw(table)} AS holder WHERE holder.${sql.raw(column)} = stored_objects.id)`,
  );
  const isOwned =
    workspaceId === null ? sql`workspace_id IS NULL` : sql`stored_objects.workspace_id = ${workspaceId}`;
  const { numAffectedRows } = await sql`
    DELETE FROM stored_objects WHERE id IN (
      SELECT id FROM stored_objects WHERE ${isOwned} AND key_id IS NOT NULL ${sql.join(isReferred, sql` `)}
      LIMIT ${limit} FOR UPDATE SKIP LOCKED)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Locks out backups until the transaction ends; false while one is running. */
export async function lockRemoval(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    got: boolean;
  }>`SELECT pg_try_advisory_xact_lock(${sql.raw(removalLock)}) AS got`.execute(db);
  return rows[0]?.got === true;
}

export async function listRemoved(
  db: Db,
  { limit, plainOlderThanMinutes }: { limit: number; plainOlderThanMinutes: number },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM removed_objects
    WHERE name LIKE 'sealed/%' OR removed_at < now() - ${plainOlderThanMinutes} * interval '1 minute'
    ORDER BY removed_at LIMIT ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}

export async function deleteRemoved(db: Db, names: readonly string[]): Promise<void> {
  await db
    .deleteFrom('removed_objects')
    .where('name', 'in', [...names])
    .execute();
}

export async function insertRemoved(db: Db, name: string): Promise<void> {
  await db
    .insertInto('removed_objects')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function listWorkspaceIds(db: Db): Promise<string[]> {
  return (await db.selectFrom('workspaces').select('id').execute()).map(({ id }) => id);
}

/** Whether a row still refers to a file that is not encrypted. */
export async function isPlainReferenced(
  db: Db,
  { sha256, workspaceIds }: { sha256: string; workspaceIds: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql<{ is_referenced: boolean }>`
    SELECT EXISTS (SELECT FROM photos WHERE photos.sha256 = ${sha256} AND photos.object_id IS NULL)
      OR EXISTS (SELECT FROM files WHERE files.workspace_id = ANY (${workspaceIds}) AND files.sha256 = ${sha256}
        AND files.object_id IS NULL) AS is_referenced`.execute(db);
  return rows[0]?.is_referenced === true;
}

export type PlainFile = { readonly id: string; readonly sha256: string; readonly size_bytes: number };

/** The next files of a workspace that are not encrypted, by ID. */
export function listPlainFiles(
  db: Db,
  { workspaceId, after, limit }: { workspaceId: string; after: string; limit: number },
): Promise<PlainFile[]> {
  return db
    .selectFrom('files')
    .select(['id', 'sha256', 'size_bytes'])
    .where('workspace_id', '=', workspaceId)
    .where('object_id', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The next photos that are not encrypted, by key. */
export function listPlainPhotos(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<PlainFile[]> {
  return db
    .selectFrom('photos')
    .select(['key as id', 'sha256', 'size_bytes'])
    .where('object_id', 'is', null)
    .where('key', '>', after)
    .orderBy('key')
    .limit(limit)
    .execute();
}

/** False if another server was first. */
export async function setFileObject(
  db: Db,
  { workspaceId, id, objectId }: { workspaceId: string; id: string; objectId: string },
): Promise<boolean> {
  const row = await db
    .updateTable('files')
    .set({ object_id: objectId })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('object_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False if another server was first. */
export async function setPhotoObject(
  db: Db,
  { key, objectId }: { key: string; objectId: string },
): Promise<boolean> {
  const row = await db
    .updateTable('photos')
    .set({ object_id: objectId })
    .where('key', '=', key)
    .where('object_id', 'is', null)
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}
