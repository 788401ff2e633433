import { sql, type Kysely } from 'kysely';

/** Messages of a mailbox that could not be taken in, so that the others are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE imap_folders
      ADD COLUMN stuck_uid bigint,
      ADD COLUMN stuck_tries integer NOT NULL DEFAULT 0;

    CREATE TABLE imap_set_aside (
      workspace_id uuid NOT NULL,
      mailbox_id uuid NOT NULL,
      path text NOT NULL,
      uid_validity bigint NOT NULL,
      uid bigint NOT NULL,
      from_address text NOT NULL,
      subject text NOT NULL,
      received_at timestamptz(3) NOT NULL,
      reason text NOT NULL,
      tries integer NOT NULL CHECK (tries > 0),
      -- Null when nobody tries again by themselves.
      try_at timestamptz(3),
      PRIMARY KEY (workspace_id, mailbox_id, path, uid),
      FOREIGN KEY (workspace_id, mailbox_id, path)
        REFERENCES imap_folders (workspace_id, mailbox_id, path) ON DELETE CASCADE
    );
    CREATE INDEX imap_set_aside_due ON imap_set_aside (workspace_id, mailbox_id, try_at);
  `)
    .execute(db);
}
