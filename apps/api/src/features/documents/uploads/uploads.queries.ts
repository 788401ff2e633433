import type { createUpload } from '@handover/contract/records/uploads.ts';
import type { QueryOf } from '@handover/contract/http/endpoint.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

type Key = { readonly workspaceId: string; readonly id: string };

/** The location for the new document, or the document that gets a new version. */
export type UploadPlace = Omit<QueryOf<typeof createUpload>, 'name'>;

export type UploadRow = {
  readonly id: string;
  readonly name: string;
  readonly size_bytes: number;
  readonly place: UploadPlace;
  readonly document_id: string | null;
  readonly expires_at: Date;
};

/** How many uploads of a person are unfinished, and the plan of the workspace. */
export async function countUploads(db: Db, { workspaceId, userId }: { workspaceId: string; userId: string }) {
  const { rows } = await sql<{ plan: 'Free' | 'Pro'; count: number }>`
    SELECT plan, (SELECT count(*)::int FROM uploads
      WHERE workspace_id = ${workspaceId} AND created_by = ${userId} AND document_id IS NULL) AS count
    FROM workspaces WHERE id = ${workspaceId}`.execute(db);
  return rows[0] ?? { plan: 'Free' as const, count: 0 };
}

export async function insertUpload(
  db: Db,
  row: Key & {
    createdBy: string;
    name: string;
    sizeBytes: number;
    place: UploadPlace;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('uploads')
    .values({
      workspace_id: row.workspaceId,
      id: row.id,
      created_by: row.createdBy,
      name: row.name,
      size_bytes: row.sizeBytes,
      place: JSON.stringify(row.place),
      created_at: row.now,
      expires_at: row.expiresAt,
    })
    .execute();
}

/** A person's upload; null for other people's uploads and expired ones. */
export async function findUpload(
  db: Db,
  { workspaceId, id, userId, now }: Key & { userId: string; now: Date },
): Promise<UploadRow | null> {
  const { rows } = await sql<UploadRow>`
    SELECT id, name, size_bytes::float8 AS size_bytes, place, document_id, expires_at FROM uploads
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND created_by = ${userId} AND expires_at > ${now}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function extendUpload(
  db: Db,
  { workspaceId, id, expiresAt }: Key & { expiresAt: Date },
): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ expires_at: expiresAt })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Records the document that an upload became; false if that was already done or the upload was canceled. */
export async function finishUpload(
  db: Db,
  { workspaceId, id, documentId }: Key & { documentId: string },
): Promise<boolean> {
  const row = await db
    .updateTable('uploads')
    .set({ document_id: documentId })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('document_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes an unfinished upload; false if it is finished or was canceled. */
export async function deleteUnfinished(db: Db, { workspaceId, id }: Key): Promise<boolean> {
  const row = await db
    .deleteFrom('uploads')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('document_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function listWorkspaceIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('workspaces').select('id').execute();
  return rows.map(({ id }) => id);
}

/** Deletes the uploads of a workspace that have expired. */
export async function deleteExpired(
  db: Db,
  { workspaceId, now }: { workspaceId: string; now: Date },
): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '<', now)
    .execute();
}
