import { sql, type Kysely } from 'kysely';

/**
 * When staff rejected a document that answers a request. Previously this was stored on the request and lost at the next
 * upload. Also marks files that are too large for the malware scanner, so that they are not scanned again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE documents ADD COLUMN rejected_at timestamptz;
    UPDATE documents SET rejected_at = requests.updated_at FROM room_requests AS requests
    WHERE requests.workspace_id = documents.workspace_id AND requests.id = documents.request_id AND requests.state = 'refused';
    ALTER TABLE stored_objects DROP CONSTRAINT stored_objects_blocked_check,
      ADD CONSTRAINT stored_objects_blocked_check CHECK (blocked IN ('waiting', 'too-large', 'infected', 'quarantined'));
  `)
    .execute(db);
}
