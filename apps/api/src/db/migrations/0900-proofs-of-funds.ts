import { sql, type Kysely } from 'kysely';

/** Proofs of funds that buyers send, and the day of each proof, from which it expires. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE buyer_profiles ADD COLUMN proof_dated_on date;
    UPDATE buyer_profiles SET proof_dated_on = (coalesce(proof_verified_at, buyer_profiles.updated_at) AT TIME ZONE workspaces.time_zone)::date
    FROM workspaces WHERE workspaces.id = buyer_profiles.workspace_id AND proof_amount_cents IS NOT NULL;

    CREATE TABLE buyer_proofs (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      buyer_id uuid NOT NULL,
      amount_cents bigint NOT NULL CHECK (amount_cents > 0),
      dated_on date NOT NULL,
      document_id uuid NOT NULL,
      state text NOT NULL DEFAULT 'sent' CHECK (state IN ('sent', 'accepted', 'returned')),
      reason text,
      sent_at timestamptz(3) NOT NULL,
      decided_by uuid REFERENCES users (id),
      decided_at timestamptz(3),
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, buyer_id) REFERENCES buyer_profiles (workspace_id, id) ON DELETE CASCADE,
      FOREIGN KEY (workspace_id, document_id) REFERENCES documents (workspace_id, id),
      CHECK ((state = 'returned') = (reason IS NOT NULL)),
      CHECK ((state = 'sent') = (decided_by IS NULL)),
      CHECK ((decided_by IS NULL) = (decided_at IS NULL))
    );
    CREATE UNIQUE INDEX buyer_proofs_to_check ON buyer_proofs (workspace_id, buyer_id) WHERE state = 'sent';
    CREATE INDEX buyer_proofs_of_buyer ON buyer_proofs (workspace_id, buyer_id, sent_at, id);
    CREATE INDEX buyer_proofs_document ON buyer_proofs (workspace_id, document_id);
  `)
    .execute(db);
}
