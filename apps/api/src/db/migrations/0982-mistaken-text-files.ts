import { sql, type Kysely } from 'kysely';

/** Text that was stored as binary, because its encoding was not recognized, was never checked for patient information. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(String.raw`
    WITH mistaken AS (
      SELECT files.workspace_id, files.id FROM files
      WHERE files.content_type = 'application/octet-stream' AND files.name ~* '\.(csv|tsv|txt)$'
        AND (EXISTS (SELECT FROM document_versions AS version
            WHERE version.workspace_id = files.workspace_id AND version.file_id = files.id)
          OR EXISTS (SELECT FROM message_attachments AS attached
            JOIN messages ON messages.workspace_id = attached.workspace_id AND messages.id = attached.message_id
            WHERE attached.workspace_id = files.workspace_id AND attached.file_id = files.id AND messages.direction = 'inbound'))
    ), unread AS (
      DELETE FROM file_texts USING mistaken
      WHERE file_texts.workspace_id = mistaken.workspace_id AND file_texts.file_id = mistaken.id AND file_texts.state = 'none'
    )
    INSERT INTO unread_files (workspace_id, file_id, priority) SELECT workspace_id, id, -1000 FROM mistaken
    ON CONFLICT DO NOTHING
  `)
    .execute(db);
}
