import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { isScannerInUse } from '../screening/blocked-files.queries.ts';

/** Registers an object before it is written. */
export async function insertObject(db: Db, id: string): Promise<void> {
  await db.insertInto('stored_objects').values({ id }).execute();
}

export async function isRegistered(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('stored_objects').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

type AssignedObject = {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly keyId: string;
  readonly wrappedKey: Buffer;
  readonly sizeBytes: number;
  readonly sealedSha256: Buffer;
  readonly needsScan: boolean;
};

/** Gives an unassigned object its workspace and key, and blocks it until it is scanned; false if it was collected as garbage. */
export async function assignObject(
  db: Db,
  { id, workspaceId, keyId, wrappedKey, sizeBytes, sealedSha256, needsScan }: AssignedObject,
): Promise<boolean> {
  const row = await db
    .updateTable('stored_objects')
    .set({
      workspace_id: workspaceId,
      key_id: keyId,
      wrapped_key: wrappedKey,
      object_bytes: sizeBytes,
      sealed_sha256: sealedSha256,
      blocked: needsScan ? sql`CASE WHEN ${isScannerInUse} THEN 'waiting' END` : null,
    })
    .where('id', '=', id)
    .where('key_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** An assigned object with the key that wraps its key. */
export function findObject(db: Db, id: string) {
  return db
    .selectFrom('stored_objects')
    .innerJoin('file_keys', 'file_keys.id', 'stored_objects.key_id')
    .select([
      'stored_objects.id',
      'stored_objects.wrapped_key',
      'stored_objects.object_bytes',
      'stored_objects.blocked',
      'file_keys.id as key_id',
      'file_keys.sealed_key',
      'file_keys.retired_at',
    ])
    .where('stored_objects.id', '=', id)
    .executeTakeFirst();
}

export type FileKeyRow = { readonly id: string; readonly sealed_key: string };

/** The key of a workspace, or of the installation, locked against rotation until the transaction ends. */
export function lockFileKey(db: Db, workspaceId: string | null): Promise<FileKeyRow | undefined> {
  return db
    .selectFrom('file_keys')
    .select(['id', 'sealed_key'])
    .where('workspace_id', workspaceId === null ? 'is' : '=', workspaceId)
    .where('retired_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}

/** Does nothing if the workspace has a key. */
export async function insertFileKey(
  db: Db,
  { id, workspaceId, sealedKey }: { id: string; workspaceId: string | null; sealedKey: string },
): Promise<void> {
  await db
    .insertInto('file_keys')
    .values({ id, workspace_id: workspaceId, sealed_key: sealedKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The IDs of all current keys. */
export async function listFileKeyIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('file_keys')
    .select('id')
    .where('retired_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A key, locked against use for new objects until the transaction ends. */
export function lockForRotation(db: Db, id: string): Promise<FileKeyRow> {
  return db
    .selectFrom('file_keys')
    .select(['id', 'sealed_key'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateFileKey(
  db: Db,
  { id, sealedKey, now }: { id: string; sealedKey: string; now: Date },
): Promise<void> {
  await db
    .updateTable('file_keys')
    .set({ sealed_key: sealedKey, rotated_at: now })
    .where('id', '=', id)
    .execute();
}

/** The wrapped keys of the next objects of a key, in order. */
export async function listWrappedKeys(
  db: Db,
  { keyId, after, limit }: { keyId: string; after: string | null; limit: number },
): Promise<{ id: string; wrappedKey: Buffer }[]> {
  const rows = await db
    .selectFrom('stored_objects')
    .select(['id', 'wrapped_key'])
    .where('key_id', '=', keyId)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.flatMap(({ id, wrapped_key: wrappedKey }) => (wrappedKey === null ? [] : [{ id, wrappedKey }]));
}

export async function updateWrappedKeys(
  db: Db,
  keys: readonly { readonly id: string; readonly wrappedKey: Buffer }[],
): Promise<void> {
  await sql`
    UPDATE stored_objects SET wrapped_key = renewed.key
    FROM unnest(${keys.map(({ id }) => id)}::uuid[], ${keys.map(({ wrappedKey }) => wrappedKey)}::bytea[]) AS renewed (id, key)
    WHERE stored_objects.id = renewed.id`.execute(db);
}
