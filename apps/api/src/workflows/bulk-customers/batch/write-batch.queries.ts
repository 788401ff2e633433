import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { newId } from '#lib/ids.ts';
import type { Change } from './plan.ts';

type Batch = { readonly workspaceId: string; readonly changes: readonly Change[]; readonly now: Date };

// Rows travel as one JSON parameter: a statement of 500 rows is as quick to make as one of a single row.
const json = (rows: readonly unknown[]) => sql`${JSON.stringify(rows)}::json`;

/** Writes the columns of customers that are locked by the same transaction; their versions move on. */
export async function updateTargets(db: Db, { workspaceId, changes, now }: Batch): Promise<void> {
  const rows = changes.map(({ target, columns }) => ({
    id: target.id,
    broker_id: target.broker_id,
    status: target.status,
    banned_reason: target.banned_reason,
    deleted_at: target.deleted_at,
    ...columns,
  }));
  await sql`
    UPDATE customers SET broker_id = r.broker_id, status = r.status, banned_reason = r.banned_reason, deleted_at = r.deleted_at, version = customers.version + 1, updated_at = ${now}
    FROM json_populate_recordset(NULL::customers, ${json(rows)}) AS r
    WHERE customers.workspace_id = ${workspaceId} AND customers.id = r.id`.execute(db);
}

/** Puts tags on customers and takes them off. */
export async function writeTags(db: Db, { workspaceId, changes }: Batch): Promise<void> {
  const links = (tagIdsOf: (change: Change) => readonly string[]) =>
    changes.flatMap((change) =>
      tagIdsOf(change).map((tagId) => ({ customer_id: change.target.id, tag_id: tagId })),
    );
  const added = links(({ addTagIds }) => addTagIds);
  const removed = links(({ removeTagIds }) => removeTagIds);
  if (added.length > 0)
    await sql`
      INSERT INTO customer_tags (workspace_id, customer_id, tag_id)
      SELECT ${workspaceId}::uuid, customer_id, tag_id FROM json_populate_recordset(NULL::customer_tags, ${json(added)})
      ON CONFLICT DO NOTHING`.execute(db);
  if (removed.length > 0)
    await sql`
      DELETE FROM customer_tags USING json_populate_recordset(NULL::customer_tags, ${json(removed)}) AS r
      WHERE customer_tags.workspace_id = ${workspaceId} AND customer_tags.customer_id = r.customer_id AND customer_tags.tag_id = r.tag_id`.execute(
      db,
    );
}

/** One timeline entry for each customer, and the derived fields with them. */
export async function recordChanges(
  db: Db,
  { workspaceId, changes, now }: Batch,
  { runId, actorId }: { runId: string; actorId: string },
): Promise<void> {
  const entries = changes.map(({ target, activity, changed }) => ({
    id: newId(),
    customer_id: target.id,
    type: activity,
    detail: { bulkRunId: runId, ...(changed.length > 0 && { changed }) },
  }));
  await sql`
    INSERT INTO activities (workspace_id, id, customer_id, type, subject_kind, subject_id, actor_id, audience, detail, occurred_at)
    SELECT ${workspaceId}::uuid, id, customer_id, type, 'customer', customer_id, ${actorId}::uuid, 'staff', detail, ${now}::timestamptz
    FROM json_populate_recordset(NULL::activities, ${json(entries)})`.execute(db);
  await sql`
    INSERT INTO customer_stats (workspace_id, customer_id, last_activity_at, activity_count)
    SELECT ${workspaceId}::uuid, customer_id, ${now}::timestamptz, 1 FROM json_populate_recordset(NULL::activities, ${json(entries)})
    ON CONFLICT (workspace_id, customer_id) DO UPDATE SET last_activity_at = greatest(customer_stats.last_activity_at, excluded.last_activity_at), activity_count = customer_stats.activity_count + 1`.execute(
    db,
  );
}

/** An audit entry for each customer, as if each had been changed alone; queued for sealing. */
export async function auditRows(
  db: Db,
  {
    workspaceId,
    actorId,
    runId,
    entries,
    now,
  }: {
    workspaceId: string;
    actorId: string;
    runId: string;
    entries: readonly { customerId: string; action: string; changed: readonly string[] }[];
    now: Date;
  },
): Promise<void> {
  const rows = entries.map(({ customerId, action, changed }) => ({
    id: newId(),
    subject_id: customerId,
    action,
    detail: { bulkRunId: runId, ...(changed.length > 0 && { changed }) },
  }));
  await sql`
    WITH entry AS (
      INSERT INTO audit_entries (id, workspace_id, actor_id, action, subject_id, detail, ip_address, request_id, created_at)
      SELECT id, ${workspaceId}::uuid, ${actorId}::uuid, action, subject_id, detail, NULL, NULL, ${now}::timestamptz
      FROM json_populate_recordset(NULL::audit_entries, ${json(rows)})
      RETURNING id
    )
    INSERT INTO audit_pending (entry_id) SELECT id FROM entry`.execute(db);
}
