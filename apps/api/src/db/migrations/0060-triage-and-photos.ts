import { sql, type Kysely } from 'kysely';

/** What was decided about mail of unknown senders, and pictures of people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE messages ADD COLUMN triage_verdict text CHECK (triage_verdict IN ('ignored', 'spam'));
    ALTER TABLE messages ADD CONSTRAINT messages_verdict_in_triage CHECK (triage_verdict IS NULL OR is_triage);
    CREATE INDEX messages_in_triage ON messages (workspace_id, created_at, id) WHERE is_triage;
    CREATE INDEX messages_triage_sender ON messages (workspace_id, lower(from_address)) WHERE is_triage;

    CREATE TABLE photos (
      key text PRIMARY KEY CHECK (key ~ '^[A-Za-z0-9_-]{43}$'),
      sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
      size_bytes bigint NOT NULL CHECK (size_bytes > 0),
      content_type text NOT NULL CHECK (content_type IN ('image/png', 'image/jpeg', 'image/webp')),
      created_at timestamptz(3) NOT NULL
    );
    ALTER TABLE users ADD COLUMN photo_key text UNIQUE REFERENCES photos (key);
    ALTER TABLE customers ADD COLUMN photo_key text REFERENCES photos (key);
    CREATE UNIQUE INDEX customers_photo ON customers (photo_key) WHERE photo_key IS NOT NULL;
  `)
    .execute(db);
}
