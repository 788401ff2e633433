import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { MergeKey } from '../merges.queries.ts';

/** Rows without an id, which tie a customer to something; `of` is the table of that something. */
const links = [
  { kind: 'message', table: 'message_customers', owner: 'customer_id', key: 'message_id', of: 'messages' },
  { kind: 'document', table: 'document_records', owner: 'customer_id', key: 'document_id', of: 'documents' },
  { kind: 'tag', table: 'customer_tags', owner: 'customer_id', key: 'tag_id', of: 'tags' },
  { kind: 'member', table: 'corporate_members', owner: 'corporate_id', key: 'member_id', of: 'customers' },
  {
    kind: 'membership',
    table: 'corporate_members',
    owner: 'member_id',
    key: 'corporate_id',
    of: 'customers',
  },
] as const;

/**
 * Ties what the merged customer is tied to to the survivor. What the survivor has already, and what would
 * tie it to itself, is left out. All of it is kept as it was.
 */
export async function moveLinks(
  db: Db,
  { workspaceId, mergeId, survivorId, mergedId }: MergeKey,
): Promise<void> {
  for (const { kind, table, owner, key } of links) {
    const [ownerColumn, keyColumn] = [sql.ref(owner), sql.ref(key)];
    await sql`
      WITH taken AS (
        DELETE FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId} AND ${ownerColumn} = ${mergedId} RETURNING *
      ), kept AS (
        INSERT INTO merge_pieces (workspace_id, merge_id, kind, record_id, is_shared, before)
        SELECT ${workspaceId}::uuid, ${mergeId}::uuid, ${kind}::text, taken.${keyColumn},
          taken.${keyColumn} = ${survivorId} OR EXISTS (SELECT FROM ${sql.table(table)} AS theirs
            WHERE theirs.workspace_id = ${workspaceId} AND theirs.${ownerColumn} = ${survivorId} AND theirs.${keyColumn} = taken.${keyColumn}),
          to_jsonb(taken)
        FROM taken ON CONFLICT DO NOTHING RETURNING is_shared, before)
      INSERT INTO ${sql.table(table)}
      SELECT tied.* FROM kept,
        jsonb_populate_record(NULL::${sql.table(table)}, kept.before || jsonb_build_object(${owner}::text, ${survivorId}::text)) AS tied
      WHERE NOT kept.is_shared`.execute(db);
  }
}

/** Unties from the survivor what came with the merge, and ties it to the merged customer as it was. */
export async function returnLinks(db: Db, { workspaceId, mergeId, survivorId }: MergeKey): Promise<void> {
  for (const { kind, table, owner, key, of } of links) {
    await sql`
      DELETE FROM ${sql.table(table)} AS tied USING merge_pieces
      WHERE merge_pieces.workspace_id = ${workspaceId} AND merge_pieces.merge_id = ${mergeId} AND merge_pieces.kind = ${kind} AND NOT merge_pieces.is_shared
        AND tied.workspace_id = ${workspaceId} AND tied.${sql.ref(owner)} = ${survivorId} AND tied.${sql.ref(key)} = merge_pieces.record_id`.execute(
      db,
    );
    await sql`
      INSERT INTO ${sql.table(table)}
      SELECT tied.* FROM merge_pieces, jsonb_populate_record(NULL::${sql.table(table)}, merge_pieces.before) AS tied
      WHERE merge_pieces.workspace_id = ${workspaceId} AND merge_pieces.merge_id = ${mergeId} AND merge_pieces.kind = ${kind}
        AND EXISTS (SELECT FROM ${sql.table(of)} AS still WHERE still.workspace_id = ${workspaceId} AND still.id = merge_pieces.record_id)
      ON CONFLICT DO NOTHING`.execute(db);
  }
}

/** Who was called different from the merged customer is different from the survivor too. */
export async function moveDismissals(
  db: Db,
  { workspaceId, mergeId, survivorId, mergedId }: MergeKey,
): Promise<void> {
  await sql`
    WITH others AS (
      SELECT CASE WHEN low_id = ${mergedId} THEN high_id ELSE low_id END AS id, dismissed_by, dismissed_at
      FROM duplicate_dismissals WHERE workspace_id = ${workspaceId} AND ${mergedId}::uuid IN (low_id, high_id)
    ), added AS (
      INSERT INTO duplicate_dismissals (workspace_id, low_id, high_id, dismissed_by, dismissed_at)
      SELECT ${workspaceId}::uuid, least(id, ${survivorId}::uuid), greatest(id, ${survivorId}::uuid), dismissed_by, dismissed_at
      FROM others WHERE id <> ${survivorId} ON CONFLICT DO NOTHING RETURNING low_id, high_id)
    INSERT INTO merge_pieces (workspace_id, merge_id, kind, record_id)
    SELECT ${workspaceId}::uuid, ${mergeId}::uuid, 'dismissal', CASE WHEN low_id = ${survivorId} THEN high_id ELSE low_id END FROM added
    ON CONFLICT DO NOTHING`.execute(db);
}

export async function returnDismissals(
  db: Db,
  { workspaceId, mergeId, survivorId }: MergeKey,
): Promise<void> {
  await sql`
    DELETE FROM duplicate_dismissals USING merge_pieces
    WHERE merge_pieces.workspace_id = ${workspaceId} AND merge_pieces.merge_id = ${mergeId} AND merge_pieces.kind = 'dismissal'
      AND duplicate_dismissals.workspace_id = ${workspaceId}
      AND low_id = least(merge_pieces.record_id, ${survivorId}::uuid) AND high_id = greatest(merge_pieces.record_id, ${survivorId}::uuid)`.execute(
    db,
  );
}
