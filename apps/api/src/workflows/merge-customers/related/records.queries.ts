import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { MergeKey } from '../merges.queries.ts';

/** Rows with an id of their own that name a customer in one column. */
const records = [
  { kind: 'note', table: 'notes', owner: 'customer_id' },
  { kind: 'task', table: 'tasks', owner: 'customer_id' },
  { kind: 'notification', table: 'notifications', owner: 'customer_id' },
  { kind: 'business', table: 'businesses', owner: 'owner_id' },
  { kind: 'link', table: 'one_time_links', owner: 'customer_id' },
  { kind: 'grant', table: 'access_grants', owner: 'record_id' },
] as const;

/** Gives the merged customer's records, the deleted ones too, to the survivor, and keeps which. */
export async function moveRecords(db: Db, key: MergeKey): Promise<void> {
  const { workspaceId, mergeId, survivorId, mergedId } = key;
  for (const { kind, table, owner } of records)
    await sql`
      WITH moved AS (
        UPDATE ${sql.table(table)} SET ${sql.ref(owner)} = ${survivorId}
        WHERE workspace_id = ${workspaceId} AND ${sql.ref(owner)} = ${mergedId} RETURNING id)
      INSERT INTO merge_pieces (workspace_id, merge_id, kind, record_id)
      SELECT ${workspaceId}::uuid, ${mergeId}::uuid, ${kind}::text, id FROM moved
      ON CONFLICT DO NOTHING`.execute(db);
}

/** Gives them back, but for those that somebody has given to another customer since. */
export async function returnRecords(db: Db, key: MergeKey): Promise<void> {
  const { workspaceId, mergeId, survivorId, mergedId } = key;
  for (const { kind, table, owner } of records)
    await sql`
      UPDATE ${sql.table(table)} AS record SET ${sql.ref(owner)} = ${mergedId} FROM merge_pieces
      WHERE merge_pieces.workspace_id = ${workspaceId} AND merge_pieces.merge_id = ${mergeId} AND merge_pieces.kind = ${kind}
        AND record.workspace_id = ${workspaceId} AND record.id = merge_pieces.record_id AND ${sql.ref(`record.${owner}`)} = ${survivorId}`.execute(
      db,
    );
}

/** Timeline entries can only be moved by the database's own function, along what is kept as moved. */
export async function moveActivities(db: Db, key: MergeKey): Promise<void> {
  const { workspaceId, mergeId, mergedId } = key;
  await sql`
    INSERT INTO merge_pieces (workspace_id, merge_id, kind, record_id)
    SELECT ${workspaceId}::uuid, ${mergeId}::uuid, 'activity', id FROM activities
    WHERE workspace_id = ${workspaceId} AND customer_id = ${mergedId}
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`SELECT ${carryActivities(key)}`.execute(db);
}

/** To be called once the merge is marked as undone, which is what turns the direction. */
export async function returnActivities(db: Db, key: MergeKey): Promise<void> {
  await sql`SELECT ${carryActivities(key)}`.execute(db);
}

function carryActivities({ workspaceId, mergeId }: MergeKey): RawBuilder<unknown> {
  return sql`move_merged_activities(${workspaceId}::uuid, ${mergeId}::uuid)`;
}
