import { sql, type Kysely } from 'kysely';

/** NDAs that were signed on paper: without a template and a text of ours, with a file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE agreements
      ALTER COLUMN template_id DROP NOT NULL,
      ALTER COLUMN text_number DROP NOT NULL,
      ALTER COLUMN text DROP NOT NULL,
      ALTER COLUMN text_sha256 DROP NOT NULL,
      DROP CONSTRAINT agreements_identity_method_check,
      ADD CONSTRAINT agreements_identity_method_check
        CHECK (identity_method IN ('account', 'emailed_link', 'emailed_code', 'given_link', 'paper')),
      -- Of a signature, which now may be on paper.
      DROP CONSTRAINT agreements_check1,
      ADD CONSTRAINT agreements_signature_check
        CHECK ((status = 'signed') = (num_nonnulls(signer_name, identity_method) = 2)
          AND (status = 'signed') = (num_nonnulls(signature_kind, consent) = 2 OR coalesce(identity_method = 'paper', false))),
      ADD CONSTRAINT agreements_text_check CHECK (num_nonnulls(template_id, text_number, text, text_sha256) IN (0, 4)),
      ADD CONSTRAINT agreements_paper_check
        CHECK (identity_method IS DISTINCT FROM 'paper' OR (template_id IS NULL AND file_id IS NOT NULL));
  `)
    .execute(db);
}
