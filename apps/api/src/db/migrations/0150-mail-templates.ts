import { sql, type Kysely } from 'kysely';

/** Templates of mail, who wants no bulk mail, and the words by which messages are found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(templates).execute(db);
  await sql.raw(unsubscribing).execute(db);
  await sql.raw(messageWords).execute(db);
}

/** A personal template has an owner, a shared one has none. */
const templates = `
  CREATE TABLE mail_templates (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    owner_id uuid REFERENCES users (id) ON DELETE CASCADE,
    name text NOT NULL,
    subject text NOT NULL,
    html text NOT NULL,
    use_count integer NOT NULL DEFAULT 0 CHECK (use_count >= 0),
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id)
  );
  CREATE INDEX mail_templates_by_use ON mail_templates (workspace_id, owner_id, use_count);
  ALTER TABLE users ADD COLUMN phone text;
`;

const unsubscribing = `
  ALTER TABLE customers ADD COLUMN unsubscribed_at timestamptz(3);
  CREATE INDEX customers_unsubscribed ON customers (workspace_id, created_at, id) WHERE unsubscribed_at IS NOT NULL AND deleted_at IS NULL;
  ALTER TABLE messages ADD COLUMN is_bulk boolean NOT NULL DEFAULT false;
`;

/**
 * The words are stored apart from the message, whose status changes several times; its words never change. The
 * server folds what it writes by itself; here the database does the same for what is there already.
 */
const messageWords = `
  CREATE TABLE message_words (
    workspace_id uuid NOT NULL,
    message_id uuid NOT NULL,
    created_at timestamptz(3) NOT NULL,
    words tsvector NOT NULL,
    PRIMARY KEY (workspace_id, message_id),
    FOREIGN KEY (workspace_id, message_id) REFERENCES messages (workspace_id, id) ON DELETE CASCADE
  );
  INSERT INTO message_words (workspace_id, message_id, created_at, words)
    SELECT workspace_id, id, created_at, to_tsvector('simple', left(regexp_replace(regexp_replace(lower(normalize(
      concat_ws(' ', subject, from_name, from_address, array_to_string(to_addresses || cc_addresses || bcc_addresses, ' '), text), NFKD)),
      '[\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u064b-\\u065f]', '', 'g'), '[^[:alnum:]]+', ' ', 'g'), 100000))
    FROM messages;
  CREATE INDEX message_words_text ON message_words USING gin (workspace_id, words);
  CREATE INDEX message_words_newest ON message_words (workspace_id, created_at, message_id);
`;
