import { sql, type Kysely } from 'kysely';

/**
 * What the dashboard reads: the newest entries of a workspace, businesses that do not move or whose lease
 * ends, mail that did not get out, and mail that waits for an answer. A thread waits when its last message, canceled ones apart, came in; which one it is
 * stands with the thread, so that finding what waits does not read what was answered.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE INDEX activities_newest ON activities (workspace_id, occurred_at, id);
    CREATE INDEX businesses_by_stage_entry ON businesses (workspace_id, stage_entered_at, id) INCLUDE (stage) WHERE deleted_at IS NULL;
    CREATE INDEX businesses_by_lease_end ON businesses (workspace_id, lease_end, id) INCLUDE (stage) WHERE deleted_at IS NULL AND lease_end IS NOT NULL;
    CREATE INDEX messages_in_trouble ON messages (workspace_id, created_at, id) WHERE status IN ('failed', 'uncertain');

    ALTER TABLE threads
      ADD COLUMN waiting_message_id uuid,
      ADD COLUMN waiting_since timestamptz(3),
      ADD CHECK ((waiting_message_id IS NULL) = (waiting_since IS NULL));
    CREATE INDEX threads_waiting ON threads (workspace_id, waiting_since, waiting_message_id) WHERE waiting_message_id IS NOT NULL;

    CREATE FUNCTION note_waiting_message() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
    DECLARE
      last record;
    BEGIN
      -- Who writes into a thread at the same moment waits here, and then sees this message.
      PERFORM FROM threads WHERE workspace_id = NEW.workspace_id AND id = NEW.thread_id FOR NO KEY UPDATE;
      SELECT id, created_at, direction = 'inbound' AND NOT is_triage AS is_waiting INTO last
        FROM messages WHERE workspace_id = NEW.workspace_id AND thread_id = NEW.thread_id AND status <> 'canceled'
        ORDER BY created_at DESC, id DESC LIMIT 1;
      UPDATE threads SET waiting_message_id = CASE WHEN last.is_waiting THEN last.id END,
          waiting_since = CASE WHEN last.is_waiting THEN last.created_at END
        WHERE workspace_id = NEW.workspace_id AND id = NEW.thread_id
          AND waiting_message_id IS DISTINCT FROM CASE WHEN last.is_waiting THEN last.id END;
      RETURN NULL;
    END $$;
    CREATE TRIGGER messages_added AFTER INSERT ON messages FOR EACH ROW EXECUTE FUNCTION note_waiting_message();
    CREATE TRIGGER messages_taken_back AFTER UPDATE OF status, is_triage ON messages FOR EACH ROW
      WHEN ((OLD.status = 'canceled') <> (NEW.status = 'canceled') OR OLD.is_triage <> NEW.is_triage)
      EXECUTE FUNCTION note_waiting_message();

    UPDATE threads SET waiting_message_id = last.id, waiting_since = last.created_at
      FROM (SELECT DISTINCT ON (workspace_id, thread_id) workspace_id, thread_id, id, created_at, direction, is_triage
        FROM messages WHERE status <> 'canceled' ORDER BY workspace_id, thread_id, created_at DESC, id DESC) AS last
      WHERE threads.workspace_id = last.workspace_id AND threads.id = last.thread_id
        AND last.direction = 'inbound' AND NOT last.is_triage;
  `)
    .execute(db);
}
