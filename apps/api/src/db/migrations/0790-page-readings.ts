import { sql, type Kysely } from 'kysely';

/** Pages that clients and readers of shared links opened, and for how long they were shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE page_readings (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      document_id uuid NOT NULL,
      -- Of the version.
      number integer NOT NULL,
      page integer NOT NULL CHECK (page >= 1),
      -- The data room that the document was in when the page was opened last.
      room_id uuid,
      user_id uuid REFERENCES users (id),
      -- Of a shared link.
      session_id uuid,
      opened_at timestamptz(3) NOT NULL,
      read_ms bigint NOT NULL DEFAULT 0 CHECK (read_ms >= 0),
      reported_at timestamptz(3),
      PRIMARY KEY (workspace_id, id),
      CHECK (num_nonnulls(user_id, session_id) = 1),
      UNIQUE NULLS NOT DISTINCT (workspace_id, document_id, number, page, user_id, session_id),
      FOREIGN KEY (workspace_id, document_id) REFERENCES documents (workspace_id, id) ON DELETE CASCADE,
      FOREIGN KEY (workspace_id, room_id) REFERENCES data_rooms (workspace_id, id),
      FOREIGN KEY (workspace_id, session_id) REFERENCES shared_link_sessions (workspace_id, id) ON DELETE CASCADE
    );
    CREATE INDEX page_readings_of_room ON page_readings (workspace_id, room_id) WHERE room_id IS NOT NULL;
    CREATE INDEX page_readings_of_user ON page_readings (workspace_id, user_id) WHERE user_id IS NOT NULL;
    CREATE INDEX page_readings_of_session ON page_readings (workspace_id, session_id) WHERE session_id IS NOT NULL;
  `)
    .execute(db);
}
