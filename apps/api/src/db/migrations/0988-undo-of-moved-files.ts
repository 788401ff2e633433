import { sql, type Kysely } from 'kysely';

/**
 * Bulk moves of files did not store the businesses that each was on before, so an undo left it on that of the data room. The
 * ids of links and runs are in the order of time: the earlier links are those from before the run.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    UPDATE bulk_rows SET before = bulk_rows.before || jsonb_build_object('businessIds', ARRAY(
      SELECT links.business_id FROM document_records AS links
      WHERE links.workspace_id = bulk_rows.workspace_id AND links.document_id = bulk_rows.record_id
        AND links.business_id IS NOT NULL AND links.id < bulk_rows.run_id))
    FROM bulk_runs AS runs
    WHERE runs.workspace_id = bulk_rows.workspace_id AND runs.id = bulk_rows.run_id AND runs.record_type = 'document'
      AND bulk_rows.outcome = 'done' AND NOT bulk_rows.is_undone
      AND bulk_rows.before ? 'folderId' AND NOT bulk_rows.before ? 'businessIds'
  `)
    .execute(db);
}
