import { sql, type Kysely } from 'kysely';

/** A delivery report neither waits for an answer nor answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE OR REPLACE FUNCTION note_waiting_message() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
    DECLARE
      last record;
    BEGIN
      -- Who writes into a thread at the same moment waits here, and then sees this message.
      PERFORM FROM threads WHERE workspace_id = NEW.workspace_id AND id = NEW.thread_id FOR NO KEY UPDATE;
      SELECT id, created_at, direction = 'inbound' AND NOT is_triage AS is_waiting INTO last
        FROM messages WHERE workspace_id = NEW.workspace_id AND thread_id = NEW.thread_id AND status <> 'canceled' AND NOT is_report
        ORDER BY created_at DESC, id DESC LIMIT 1;
      UPDATE threads SET waiting_message_id = CASE WHEN last.is_waiting THEN last.id END,
          waiting_since = CASE WHEN last.is_waiting THEN last.created_at END
        WHERE workspace_id = NEW.workspace_id AND id = NEW.thread_id
          AND waiting_message_id IS DISTINCT FROM CASE WHEN last.is_waiting THEN last.id END;
      RETURN NULL;
    END $$;
  `)
    .execute(db);
}
