import { sql, type Kysely } from 'kysely';

/** The scans of paper NDAs that were withdrawn before a withdrawal kept them for staff. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    UPDATE documents SET audience = 'staff', version = documents.version + 1, updated_at = now()
    FROM agreements AS withdrawn
    -- A withdrawal removes the file from the NDA; both were stored at the same instant by the same member.
    WHERE withdrawn.workspace_id = documents.workspace_id AND withdrawn.created_at = documents.created_at
      AND withdrawn.sent_by = documents.created_by AND withdrawn.template_id IS NULL AND withdrawn.status = 'revoked'
      AND documents.number = 1 AND documents.audience = 'client'
  `)
    .execute(db);
}
