import { sql, type Kysely } from 'kysely';

/** How each member is notified of each event type, and when their digest is sent; notes found by their text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE notifications
      ADD COLUMN is_in_app boolean NOT NULL DEFAULT true,
      ADD COLUMN waits_for text CHECK (waits_for IN ('mail', 'digest'));
    CREATE INDEX notifications_waiting ON notifications (workspace_id, user_id, created_at) WHERE waits_for IS NOT NULL;

    CREATE TABLE notification_choices (
      workspace_id uuid NOT NULL,
      user_id uuid NOT NULL,
      type text NOT NULL,
      is_in_app boolean NOT NULL,
      email text NOT NULL CHECK (email IN ('no', 'now', 'digest')),
      PRIMARY KEY (workspace_id, user_id, type),
      FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id)
    );

    CREATE TABLE notification_digests (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      workspace_id uuid NOT NULL,
      user_id uuid NOT NULL,
      hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
      weekdays smallint[] NOT NULL CHECK (cardinality(weekdays) > 0 AND weekdays <@ '{1,2,3,4,5,6,7}'),
      with_tasks boolean NOT NULL,
      version integer NOT NULL DEFAULT 0,
      time_zone text NOT NULL,
      due_on date NOT NULL,
      fires_at timestamptz(3) NOT NULL,
      last_on date,
      UNIQUE (workspace_id, user_id),
      FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id)
    );
    CREATE INDEX notification_digests_due ON notification_digests (fires_at);

    CREATE INDEX notes_text ON notes USING gin (workspace_id, lower(body) gin_trgm_ops) WHERE deleted_at IS NULL;
  `)
    .execute(db);
}
