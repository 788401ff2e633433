import { sql, type Kysely } from 'kysely';

/** Columns of the board, links to businesses, repetition, reminders, private calendar links, and tasks in the search. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE tasks DROP CONSTRAINT tasks_status_check;
    ALTER TABLE tasks ADD CONSTRAINT tasks_status_check CHECK (status IN ('open', 'in_progress', 'waiting', 'done'));
    ALTER TABLE tasks
      ADD COLUMN business_id uuid,
      ADD COLUMN recurrence jsonb,
      ADD COLUMN reminder jsonb,
      ADD COLUMN repeats_from uuid,
      ADD FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id),
      ADD FOREIGN KEY (workspace_id, repeats_from) REFERENCES tasks (workspace_id, id),
      ADD CHECK (recurrence IS NULL OR due_date IS NOT NULL);
    -- However often a task is finished, it is followed by one.
    CREATE UNIQUE INDEX tasks_one_next ON tasks (workspace_id, repeats_from) WHERE repeats_from IS NOT NULL;
    CREATE INDEX tasks_of_business ON tasks (workspace_id, business_id, due_sort, id) WHERE business_id IS NOT NULL;
    CREATE INDEX tasks_open_by_due ON tasks (workspace_id, due_sort, id) WHERE completed_at IS NULL AND deleted_at IS NULL;
    CREATE INDEX tasks_open_by_assignee ON tasks (workspace_id, assignee_id, due_sort, id) WHERE completed_at IS NULL AND deleted_at IS NULL;
    CREATE INDEX tasks_done ON tasks (workspace_id, completed_at, id) WHERE completed_at IS NOT NULL AND deleted_at IS NULL;
    CREATE INDEX tasks_by_created ON tasks (workspace_id, created_at, id) WHERE deleted_at IS NULL;

    -- What is still to come: a row leaves in the transaction that tells the person. One queue for all workspaces.
    CREATE TABLE task_reminders (
      task_id uuid PRIMARY KEY,
      workspace_id uuid NOT NULL,
      local_time text NOT NULL CHECK (local_time ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$'),
      time_zone text NOT NULL,
      fires_at timestamptz(3) NOT NULL,
      FOREIGN KEY (workspace_id, task_id) REFERENCES tasks (workspace_id, id) ON DELETE CASCADE
    );
    CREATE INDEX task_reminders_due ON task_reminders (fires_at);

    CREATE TABLE calendar_feeds (
      token_hash bytea PRIMARY KEY,
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL,
      UNIQUE (workspace_id, user_id)
    );

    INSERT INTO search_entries (workspace_id, kind, record_id, text)
    SELECT workspace_id, 'task', id, concat_ws(E'\\n', ${folded('title')}, ${folded('description')}) FROM tasks;
  `)
    .execute(db);
}

/** What `fold` of `lib/text.ts` does. */
function folded(column: string): string {
  const bare = `regexp_replace(normalize(${column}, NFKD), '[\\u0300-\\u036F]', '', 'g')`;
  return `btrim(regexp_replace(lower(${bare}), '\\s+', ' ', 'g'))`;
}
