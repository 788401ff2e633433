import { sql, type Kysely } from 'kysely';

/** A file in a data room belongs to the room's business, also one that was removed from it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    INSERT INTO document_records (workspace_id, id, document_id, business_id)
    SELECT documents.workspace_id, gen_random_uuid(), documents.id, data_rooms.business_id
    FROM documents
    JOIN document_folders ON document_folders.workspace_id = documents.workspace_id AND document_folders.id = documents.folder_id
    JOIN data_rooms ON data_rooms.workspace_id = document_folders.workspace_id AND data_rooms.id = document_folders.room_id
    ON CONFLICT DO NOTHING`.execute(db);
}
