import { sql, type Kysely } from 'kysely';

/** Questions of buyers about data rooms, and what happened to each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE room_questions (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      room_id uuid NOT NULL,
      -- By which the buyer reads the room.
      deal_id uuid NOT NULL,
      author_id uuid NOT NULL REFERENCES users (id),
      text text NOT NULL,
      state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'with_owner', 'answered', 'published')),
      assignee_id uuid REFERENCES users (id),
      -- Owners see what was asked of them only.
      owner_asked_at timestamptz(3),
      owner_answer text,
      answer text,
      is_for_all boolean NOT NULL DEFAULT false,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      CHECK ((state = 'published') = (answer IS NOT NULL)),
      CHECK (answer IS NOT NULL OR NOT is_for_all),
      FOREIGN KEY (workspace_id, room_id) REFERENCES data_rooms (workspace_id, id),
      FOREIGN KEY (workspace_id, deal_id) REFERENCES deals (workspace_id, id)
    );
    CREATE INDEX room_questions_of_room ON room_questions (workspace_id, room_id, created_at, id);

    CREATE TABLE room_question_events (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      question_id uuid NOT NULL,
      type text NOT NULL CHECK (type IN ('asked', 'assigned', 'owner_asked', 'answered', 'published', 'answer_changed', 'audience_changed')),
      actor_id uuid NOT NULL REFERENCES users (id),
      assignee_id uuid REFERENCES users (id),
      -- The answer as it was then.
      text text,
      at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, question_id) REFERENCES room_questions (workspace_id, id)
    );
    CREATE INDEX room_question_events_of_question ON room_question_events (workspace_id, question_id, at, id);

    ALTER TABLE notifications
      DROP CONSTRAINT notifications_subject_kind_check,
      ADD CONSTRAINT notifications_subject_kind_check CHECK (subject_kind IN ('note', 'task', 'message', 'question'));
  `)
    .execute(db);
}
