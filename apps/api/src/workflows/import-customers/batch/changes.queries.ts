import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ImportKey } from '#features/imports/imports.queries.ts';

/** What a row did to a customer, with what is needed to take it back. */
export type NewChange = {
  readonly row_number: number;
  readonly customer_id: string;
  readonly kind: 'created' | 'updated';
  /** Of the customer; null when no column of it changed. */
  readonly version_after: number | null;
  readonly customer_before: Record<string, unknown> | null;
  readonly email_keys: readonly string[];
  readonly tag_ids: readonly string[];
};

/** Notes changes before they are made: what customers are found by, and their last activity, are noted as they stand. */
export async function insertChanges(
  db: Db,
  { workspaceId, importId }: ImportKey,
  changes: readonly NewChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    INSERT INTO import_changes (workspace_id, import_id, row_number, customer_id, kind, version_after, customer_before, email_keys, tag_ids, search_before, stats_before)
    SELECT ${workspaceId}::uuid, ${importId}::uuid, r.row_number, r.customer_id, r.kind, r.version_after, r.customer_before, r.email_keys, r.tag_ids,
      CASE r.kind WHEN 'updated' THEN (SELECT text FROM search_entries AS found WHERE found.workspace_id = ${workspaceId} AND found.kind = 'customer' AND found.record_id = r.customer_id) END,
      CASE r.kind WHEN 'updated' THEN (SELECT to_jsonb(stats) FROM customer_stats AS stats WHERE stats.workspace_id = ${workspaceId} AND stats.customer_id = r.customer_id) END
    FROM json_populate_recordset(NULL::import_changes, ${JSON.stringify(changes)}::json) AS r`.execute(db);
}
