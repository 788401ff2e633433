import { sql, type Kysely } from 'kysely';

/**
 * Notes, tasks, threads, and activities name each record that they concern in a column of its own, so that
 * the database keeps the references whole.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(activities).execute(db);
  await sql.raw(notes).execute(db);
  await sql.raw(threads).execute(db);
  await sql.raw(notifications).execute(db);
}

const activities = `
  ALTER TABLE activities ADD COLUMN business_id uuid;
  UPDATE activities SET business_id = subject_id WHERE subject_kind = 'business';
  ALTER TABLE activities
    DROP CONSTRAINT activities_check,
    ADD CONSTRAINT activities_record CHECK (num_nonnulls(customer_id, business_id) > 0),
    ADD FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id);
  DROP INDEX activities_of_business;
  CREATE INDEX activities_by_business ON activities (workspace_id, business_id, occurred_at DESC, id DESC) WHERE business_id IS NOT NULL;
`;

const notes = `
  ALTER TABLE notes
    ALTER COLUMN customer_id DROP NOT NULL,
    ADD COLUMN business_id uuid,
    ADD CONSTRAINT notes_record CHECK (num_nonnulls(customer_id, business_id) > 0),
    ADD FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id);
  CREATE INDEX notes_by_business ON notes (workspace_id, business_id, is_pinned, occurred_at, id) WHERE business_id IS NOT NULL AND deleted_at IS NULL;
`;

// A thread without a business belongs to the customers of its messages, or waits in triage.
const threads = `
  ALTER TABLE threads
    ADD COLUMN business_id uuid,
    ADD FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id);
  CREATE INDEX threads_by_business ON threads (workspace_id, business_id, last_message_at) WHERE business_id IS NOT NULL;
`;

const notifications = `
  ALTER TABLE notifications
    ADD COLUMN business_id uuid,
    ADD COLUMN subject_kind text CHECK (subject_kind IN ('note', 'task', 'message')),
    ADD COLUMN subject_id uuid,
    ADD CONSTRAINT notifications_subject CHECK ((subject_kind IS NULL) = (subject_id IS NULL)),
    ADD FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id);
`;
