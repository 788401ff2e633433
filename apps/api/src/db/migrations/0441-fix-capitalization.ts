import { sql, type Kysely } from 'kysely';

/** Whether an import rewrites names and addresses in capitals. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('ALTER TABLE imports ADD COLUMN fix_capitalization boolean NOT NULL DEFAULT false')
    .execute(db);
}
