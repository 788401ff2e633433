import { sql, type Kysely } from 'kysely';

/** Emails and notes that may contain patient information. What they say is stored here, and nowhere else, until released. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE quarantines (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      message_id uuid,
      note_id uuid,
      kinds text[] NOT NULL CHECK (cardinality(kinds) > 0),
      findings jsonb NOT NULL,
      content jsonb,
      state text NOT NULL CHECK (state IN ('waiting', 'kept', 'released', 'edited')),
      reason text,
      decided_by uuid REFERENCES users (id),
      decided_at timestamptz(3),
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, message_id) REFERENCES messages (workspace_id, id),
      FOREIGN KEY (workspace_id, note_id) REFERENCES notes (workspace_id, id),
      CHECK (num_nonnulls(message_id, note_id) = 1),
      CHECK ((content IS NULL) = (state IN ('released', 'edited'))),
      CHECK ((decided_by IS NULL) = (decided_at IS NULL))
    )`.execute(db);
  await sql`CREATE INDEX quarantines_by_state ON quarantines (workspace_id, state, created_at DESC, id DESC)`.execute(
    db,
  );
  // Attachments of a quarantined email; they move to the message when it is released.
  await sql`
    CREATE TABLE quarantined_files (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      quarantine_id uuid NOT NULL,
      file_id uuid NOT NULL,
      position integer NOT NULL,
      content_id text,
      PRIMARY KEY (workspace_id, quarantine_id, file_id),
      FOREIGN KEY (workspace_id, quarantine_id) REFERENCES quarantines (workspace_id, id),
      FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id)
    )`.execute(db);
  // Set while quarantined. Without a foreign key, since the quarantine refers to the row.
  await sql`ALTER TABLE messages ADD COLUMN quarantine_id uuid`.execute(db);
  await sql`ALTER TABLE notes ADD COLUMN quarantine_id uuid`.execute(db);
}
