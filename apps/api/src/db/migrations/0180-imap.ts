import { sql, type Kysely } from 'kysely';

/** Mailboxes read by IMAP: the account, its folders with how far each is read, and whose turn it is to read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Whose own mailbox it is; the owner is null while they share it.
    ALTER TABLE mailboxes ADD COLUMN keeper_id uuid,
      ADD FOREIGN KEY (workspace_id, keeper_id) REFERENCES memberships (workspace_id, user_id),
      ADD CHECK (keeper_id IS NULL OR owner_id IS NULL OR keeper_id = owner_id),
      ADD CHECK (keeper_id IS NULL OR NOT is_default);
    CREATE UNIQUE INDEX mailboxes_one_of_keeper ON mailboxes (workspace_id, keeper_id) WHERE keeper_id IS NOT NULL;

    CREATE TABLE imap_accounts (
      workspace_id uuid NOT NULL,
      mailbox_id uuid NOT NULL,
      status text NOT NULL CHECK (status IN ('testing', 'failed', 'ready', 'active', 'paused', 'refused')),
      status_since timestamptz(3) NOT NULL,
      host text NOT NULL,
      port integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
      security text NOT NULL CHECK (security IN ('tls', 'starttls', 'none')),
      username text NOT NULL,
      sealed_password text NOT NULL,
      found_folders jsonb NOT NULL DEFAULT '[]',
      takes_since timestamptz(3),
      started_at timestamptz(3),
      failures integer NOT NULL DEFAULT 0,
      refusals integer NOT NULL DEFAULT 0,
      error text,
      error_since timestamptz(3),
      syncing_since timestamptz(3),
      last_synced_at timestamptz(3),
      taken_count integer NOT NULL DEFAULT 0,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, mailbox_id),
      FOREIGN KEY (workspace_id, mailbox_id) REFERENCES mailboxes (workspace_id, id),
      CHECK ((error IS NULL) = (error_since IS NULL)),
      CHECK ((takes_since IS NULL) = (started_at IS NULL)),
      CHECK (started_at IS NOT NULL OR status IN ('testing', 'failed', 'ready'))
    );

    CREATE TABLE imap_folders (
      workspace_id uuid NOT NULL,
      mailbox_id uuid NOT NULL,
      path text NOT NULL,
      role text NOT NULL CHECK (role IN ('inbox', 'sent', 'other')),
      uid_validity bigint,
      last_uid bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (workspace_id, mailbox_id, path),
      FOREIGN KEY (workspace_id, mailbox_id) REFERENCES imap_accounts (workspace_id, mailbox_id) ON DELETE CASCADE
    );

    CREATE TABLE imap_turns (
      mailbox_id uuid PRIMARY KEY,
      workspace_id uuid NOT NULL,
      due_at timestamptz(3) NOT NULL,
      holder_id uuid,
      held_until timestamptz(3),
      wakes integer NOT NULL DEFAULT 0,
      FOREIGN KEY (workspace_id, mailbox_id) REFERENCES imap_accounts (workspace_id, mailbox_id) ON DELETE CASCADE,
      CHECK ((holder_id IS NULL) = (held_until IS NULL))
    );
    CREATE INDEX imap_turns_due ON imap_turns (due_at);
  `)
    .execute(db);
}
