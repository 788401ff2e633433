import { sql, type Kysely } from 'kysely';

/** When a file became new to buyers; until now any change of it counted, such as a new name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Servers of the release before add files without it.
    ALTER TABLE documents ADD COLUMN available_at timestamptz(3) NOT NULL DEFAULT now();
    -- Content is confirmed when it comes into a data room.
    UPDATE documents SET available_at = greatest(versions.added_at,
      (SELECT attested_at FROM file_attestations AS attested
        WHERE attested.workspace_id = documents.workspace_id AND attested.file_id = documents.file_id),
      (SELECT verified_at FROM room_requests
        WHERE room_requests.workspace_id = documents.workspace_id AND room_requests.id = documents.request_id))
    FROM document_versions AS versions
    WHERE versions.workspace_id = documents.workspace_id AND versions.document_id = documents.id
      AND versions.number = documents.number;
  `)
    .execute(db);
}
