import { sql } from 'kysely';
import type { BlockedState } from '#adapters/storage/storage.ts';
import type { Db } from '#db/client.ts';

/** Whether new files are scanned: a server with a malware scanner has run within the last hour. */
export const isScannerInUse = sql<boolean>`EXISTS (SELECT FROM installation WHERE scanner_seen_at > now() - interval '1 hour')`;

/** Records that a server with a malware scanner is running. */
export async function recordScanner(db: Db): Promise<void> {
  await sql`UPDATE installation SET scanner_seen_at = now()`.execute(db);
}

/** Why the content of a row of `files` cannot be opened; null if it can. */
export const blockedState =
  sql<BlockedState | null>`(SELECT blocked FROM stored_objects WHERE stored_objects.id = files.object_id)`.as(
    'blocked',
  );

export type WaitingFile = {
  readonly workspaceId: string;
  readonly objectId: string;
  readonly sha256: string;
};

/** Files to scan: new files first, then those whose scan failed at least a minute ago. */
export async function listWaitingFiles(db: Db, { limit }: { limit: number }): Promise<WaitingFile[]> {
  const { rows } = await sql<WaitingFile>`
    SELECT workspace_id AS "workspaceId", id AS "objectId", encode(sealed_sha256, 'hex') AS sha256 FROM stored_objects
    WHERE blocked = 'waiting' AND (tried_at IS NULL OR tried_at < now() - interval '1 minute')
    ORDER BY tried_at NULLS FIRST, id LIMIT ${limit}`.execute(db);
  return rows;
}

export async function recordAttempt(db: Db, objectId: string): Promise<void> {
  await sql`UPDATE stored_objects SET tried_at = now() WHERE id = ${objectId} AND blocked = 'waiting'`.execute(
    db,
  );
}

/** Ends the wait of a scanned file; false if it was no longer waiting. */
export async function endWaiting(
  db: Db,
  { objectId, blocked, finding }: { objectId: string; blocked: BlockedState | null; finding: string | null },
): Promise<boolean> {
  const row = await db
    .updateTable('stored_objects')
    .set({ blocked, finding })
    .where('id', '=', objectId)
    .where('blocked', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Unblocks all files that are waiting for a scanner, or were too large for it, unless one is in use; returns how many.
 */
export async function unblockPendingFiles(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('stored_objects')
    .set({ blocked: null })
    .where('blocked', 'in', ['waiting', 'too-large'])
    .where(sql<boolean>`NOT ${isScannerInUse}`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The files of an object. */
export function listObjectFiles(
  db: Db,
  { workspaceId, objectId }: { workspaceId: string; objectId: string },
): Promise<{ id: string; created_by: string | null }[]> {
  return db
    .selectFrom('files')
    .select(['id', 'created_by'])
    .where('workspace_id', '=', workspaceId)
    .where('object_id', '=', objectId)
    .execute();
}
