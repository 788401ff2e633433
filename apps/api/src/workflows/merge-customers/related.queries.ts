import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { selectLastContact } from '#platform/activities.ts';
import {
  countMovedRows,
  countRelatedRows,
  hasRelatedRows,
  moveRelatedRows,
  listRelatedRows,
  restoreRelatedRows,
  type MergeKey,
  type RelatedCount,
  type RelatedRows,
} from '#platform/records/merge/related-rows.queries.ts';
import type { Records } from '#platform/records/record.ts';

/** Moves everything that refers to the merged customer to the survivor. Run again, it moves what was added since. */
export async function moveRelated(db: Db, records: Records, key: MergeKey): Promise<void> {
  await moveRelatedRows(db, listRelatedRows(records.all, 'customer'), key);
  await moveDismissals(db, key);
  await moveActivities(db, key);
  await recountStats(db, { workspaceId: key.workspaceId, customerId: key.survivorId });
}

/** Returns the rows that a merge moved. Rows added to the survivor since are kept there. */
export async function restoreRelated(db: Db, records: Records, key: MergeKey): Promise<void> {
  await restoreRelatedRows(db, listRelatedRows(records.all, 'customer'), key);
  await restoreDismissals(db, key);
  await restoreActivities(db, key);
  for (const customerId of [key.survivorId, key.mergedId])
    await recountStats(db, { workspaceId: key.workspaceId, customerId });
}

/** Whether anything refers to a customer. */
export function hasRelated(
  db: Db,
  records: Records,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<boolean> {
  return hasRelatedRows(db, listAllRelatedRows(records), { workspaceId, id: customerId });
}

/** How many of each kind refer to a customer, and so would be moved by a merge. */
export function countRelated(
  db: Db,
  records: Records,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<RelatedCount[]> {
  return countRelatedRows(db, listAllRelatedRows(records), { workspaceId, id: customerId });
}

/** How many of each kind a merge has moved. */
export function countMoved(
  db: Db,
  records: Records,
  key: Pick<MergeKey, 'workspaceId' | 'mergeId'>,
): Promise<RelatedCount[]> {
  return countMovedRows(db, listAllRelatedRows(records), key);
}

function listAllRelatedRows(records: Records): RelatedRows[] {
  const labels = { one: 'timeline entry', many: 'timeline entries' };
  return [
    { kind: 'activity', table: 'activities', column: 'customer_id', labels },
    ...listRelatedRows(records.all, 'customer'),
  ];
}

/** Customers marked as different from the merged customer are also different from the survivor. */
async function moveDismissals(
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

async function restoreDismissals(db: Db, { workspaceId, mergeId, survivorId }: MergeKey): Promise<void> {
  await sql`
    DELETE FROM duplicate_dismissals USING merge_pieces
    WHERE merge_pieces.workspace_id = ${workspaceId} AND merge_pieces.merge_id = ${mergeId} AND merge_pieces.kind = 'dismissal'
      AND duplicate_dismissals.workspace_id = ${workspaceId}
      AND low_id = least(merge_pieces.record_id, ${survivorId}::uuid) AND high_id = greatest(merge_pieces.record_id, ${survivorId}::uuid)`.execute(
    db,
  );
}

/** Only a database function can move timeline entries; it moves those that are recorded as moved. */
async function moveActivities(db: Db, key: MergeKey): Promise<void> {
  const { workspaceId, mergeId, mergedId } = key;
  await sql`
    INSERT INTO merge_pieces (workspace_id, merge_id, kind, record_id)
    SELECT ${workspaceId}::uuid, ${mergeId}::uuid, 'activity', id FROM activities
    WHERE workspace_id = ${workspaceId} AND customer_id = ${mergedId}
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`SELECT ${moveTimelineEntries(key)}`.execute(db);
}

/** Call this after the merge is marked as undone, which reverses the direction. */
async function restoreActivities(db: Db, key: MergeKey): Promise<void> {
  await sql`SELECT ${moveTimelineEntries(key)}`.execute(db);
}

function moveTimelineEntries({ workspaceId, mergeId }: MergeKey): RawBuilder<unknown> {
  return sql`move_merged_activities(${workspaceId}::uuid, ${mergeId}::uuid)`;
}

/** Recalculates a customer's derived fields from their sources. */
async function recountStats(
  db: Db,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<void> {
  const theirs = sql`workspace_id = ${workspaceId} AND customer_id = ${customerId}`;
  await sql`
    UPDATE customer_stats SET
      note_count = (SELECT count(*) FROM notes WHERE ${theirs} AND deleted_at IS NULL),
      open_task_count = (SELECT count(*) FROM tasks WHERE ${theirs} AND deleted_at IS NULL AND status <> 'done'),
      email_count = (SELECT count(*) FROM message_customers WHERE ${theirs}),
      activity_count = (SELECT count(*) FROM activities WHERE ${theirs}),
      last_contact_at = ${selectLastContact({ workspaceId, customerId })}
    WHERE ${theirs}`.execute(db);
}
