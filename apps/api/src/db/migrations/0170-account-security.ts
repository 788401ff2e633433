import { sql, type Kysely } from 'kysely';

/** Second factors with recovery codes, passkeys with their challenges, known devices, and links that confirm an address or rescue a lost administrator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE second_factors (
      user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      sealed_secret text NOT NULL,
      last_step integer NOT NULL DEFAULT 0,
      created_at timestamptz(3) NOT NULL,
      enabled_at timestamptz(3)
    );
    CREATE TABLE recovery_codes (
      user_id uuid NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
      code_hash text NOT NULL,
      used_at timestamptz(3),
      PRIMARY KEY (user_id, code_hash)
    );

    CREATE TABLE passkeys (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      credential_id text NOT NULL UNIQUE,
      public_key bytea NOT NULL,
      counter bigint NOT NULL CHECK (counter >= 0),
      transports text[] NOT NULL,
      name text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      last_used_at timestamptz(3)
    );
    CREATE INDEX passkeys_of_user ON passkeys (user_id, created_at);
    CREATE TABLE passkey_challenges (
      id uuid PRIMARY KEY,
      purpose text NOT NULL CHECK (purpose IN ('register', 'sign-in')),
      user_id uuid REFERENCES users (id) ON DELETE CASCADE,
      challenge text NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      CHECK ((purpose = 'register') = (user_id IS NOT NULL))
    );
    CREATE INDEX passkey_challenges_age ON passkey_challenges (expires_at);

    CREATE TABLE known_devices (
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      device text NOT NULL,
      network text NOT NULL,
      first_seen_at timestamptz(3) NOT NULL,
      PRIMARY KEY (user_id, device, network)
    );

    ALTER TABLE one_time_links DROP CONSTRAINT one_time_links_kind_check;
    ALTER TABLE one_time_links ADD CONSTRAINT one_time_links_kind_check CHECK (kind IN ('reset', 'invite', 'first_admin', 'email', 'rescue'));
    CREATE INDEX one_time_links_of_user ON one_time_links (user_id, kind) WHERE user_id IS NOT NULL AND consumed_at IS NULL;
  `)
    .execute(db);
}
