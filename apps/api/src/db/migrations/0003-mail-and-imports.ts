import { sql, type Kysely } from 'kysely';

/** Mailbox → thread → message, and imports with what they left out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE mailboxes (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      address text NOT NULL,
      name text NOT NULL,
      owner_id uuid,
      is_default boolean NOT NULL DEFAULT false,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, owner_id) REFERENCES memberships (workspace_id, user_id)
    );
    CREATE UNIQUE INDEX mailboxes_one_default ON mailboxes (workspace_id) WHERE is_default;

    CREATE TABLE inbound_tokens (
      token_hash bytea PRIMARY KEY,
      workspace_id uuid NOT NULL,
      mailbox_id uuid NOT NULL,
      created_at timestamptz(3) NOT NULL,
      FOREIGN KEY (workspace_id, mailbox_id) REFERENCES mailboxes (workspace_id, id)
    );

    CREATE TABLE threads (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      mailbox_id uuid NOT NULL,
      subject text NOT NULL,
      last_message_at timestamptz(3) NOT NULL,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, mailbox_id) REFERENCES mailboxes (workspace_id, id)
    );

    CREATE TABLE messages (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      mailbox_id uuid NOT NULL,
      thread_id uuid NOT NULL,
      direction text NOT NULL CHECK (direction IN ('outbound', 'inbound')),
      status text NOT NULL CHECK (status IN ('scheduled', 'queued', 'sending', 'sent', 'failed', 'uncertain', 'undelivered', 'canceled', 'received')),
      status_detail text,
      attempts integer NOT NULL DEFAULT 0,
      message_id text NOT NULL,
      message_id_hash bytea NOT NULL,
      in_reply_to text,
      reference_ids text[] NOT NULL DEFAULT '{}',
      from_name text,
      from_address text NOT NULL,
      to_addresses text[] NOT NULL,
      cc_addresses text[] NOT NULL DEFAULT '{}',
      bcc_addresses text[] NOT NULL DEFAULT '{}',
      subject text NOT NULL,
      text text NOT NULL,
      html text,
      has_remote_images boolean NOT NULL DEFAULT false,
      raw_file_id uuid,
      is_triage boolean NOT NULL DEFAULT false,
      author_id uuid REFERENCES users (id),
      scheduled_at timestamptz(3),
      sent_at timestamptz(3),
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, mailbox_id) REFERENCES mailboxes (workspace_id, id),
      FOREIGN KEY (workspace_id, thread_id) REFERENCES threads (workspace_id, id),
      FOREIGN KEY (workspace_id, raw_file_id) REFERENCES files (workspace_id, id),
      UNIQUE (workspace_id, mailbox_id, message_id_hash)
    );
    CREATE INDEX messages_of_thread ON messages (workspace_id, thread_id, created_at);
    CREATE INDEX messages_in_flight ON messages (workspace_id, status) WHERE status IN ('scheduled', 'queued', 'sending');

    CREATE TABLE message_customers (
      workspace_id uuid NOT NULL,
      message_id uuid NOT NULL,
      customer_id uuid NOT NULL,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, message_id, customer_id),
      FOREIGN KEY (workspace_id, message_id) REFERENCES messages (workspace_id, id),
      FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id)
    );
    CREATE INDEX message_customers_newest ON message_customers (workspace_id, customer_id, created_at, message_id);

    CREATE TABLE message_attachments (
      workspace_id uuid NOT NULL,
      message_id uuid NOT NULL,
      file_id uuid NOT NULL,
      position smallint NOT NULL,
      content_id text,
      PRIMARY KEY (workspace_id, message_id, file_id),
      FOREIGN KEY (workspace_id, message_id) REFERENCES messages (workspace_id, id),
      FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id)
    );
    CREATE INDEX message_attachments_by_file ON message_attachments (workspace_id, file_id);

    CREATE TABLE imports (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      file_id uuid NOT NULL,
      file_name text NOT NULL,
      status text NOT NULL CHECK (status IN ('uploaded', 'queued', 'running', 'done', 'failed', 'canceled')),
      status_detail text,
      encoding text NOT NULL,
      delimiter text NOT NULL,
      columns jsonb NOT NULL,
      header_hash text NOT NULL,
      mapping jsonb NOT NULL,
      is_mapping_remembered boolean NOT NULL DEFAULT false,
      mode text NOT NULL DEFAULT 'both' CHECK (mode IN ('create', 'update', 'both')),
      size_bytes bigint NOT NULL,
      bytes_read bigint NOT NULL DEFAULT 0,
      row_count integer NOT NULL DEFAULT 0,
      individual_count integer NOT NULL DEFAULT 0,
      organization_count integer NOT NULL DEFAULT 0,
      created_count integer NOT NULL DEFAULT 0,
      updated_count integer NOT NULL DEFAULT 0,
      rejected_count integer NOT NULL DEFAULT 0,
      created_by uuid NOT NULL REFERENCES users (id),
      created_at timestamptz(3) NOT NULL,
      finished_at timestamptz(3),
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id)
    );
    CREATE INDEX imports_newest ON imports (workspace_id, created_at, id);

    CREATE TABLE import_rejections (
      workspace_id uuid NOT NULL,
      import_id uuid NOT NULL,
      row_number integer NOT NULL,
      reason text NOT NULL,
      name text,
      raw_row text NOT NULL,
      PRIMARY KEY (workspace_id, import_id, row_number),
      FOREIGN KEY (workspace_id, import_id) REFERENCES imports (workspace_id, id)
    );

    CREATE TABLE import_mappings (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      header_hash text NOT NULL,
      mapping jsonb NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, header_hash)
    );
  `)
    .execute(db);
}
