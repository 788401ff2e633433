import { sql, type Kysely } from 'kysely';

/** Two-step sign-in asked for by a workspace, counted from when it concerns somebody; and what a workspace says about the stages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE workspaces
      ADD COLUMN admins_two_step_since timestamptz(3),
      ADD COLUMN staff_two_step_since timestamptz(3),
      ADD COLUMN two_step_grace_days smallint NOT NULL DEFAULT 7 CHECK (two_step_grace_days BETWEEN 0 AND 30),
      ADD COLUMN pipeline jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(pipeline) = 'object'),
      ADD CHECK (staff_two_step_since IS NULL OR admins_two_step_since IS NOT NULL);
    ALTER TABLE memberships ADD COLUMN role_changed_at timestamptz(3);
    ALTER TABLE sessions ADD COLUMN passkey_used_at timestamptz(3);
  `)
    .execute(db);
}
