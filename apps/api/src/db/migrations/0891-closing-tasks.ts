import { sql, type Kysely } from 'kysely';

/** Which date after the closing of its deal a task is for, so that it follows the date. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE tasks ADD COLUMN closing_date text
      CHECK (closing_date IN ('escrow_release', 'holdback', 'earn_out', 'transition', 'non_compete'));

    -- Until now the title alone said so.
    UPDATE tasks SET closing_date = kinds.kind
    FROM (VALUES ('escrow_release', 'Escrow release: '), ('holdback', 'Holdback release: '),
      ('earn_out', 'Earn-out payment: '), ('transition', 'Transition ends: '), ('non_compete', 'Non-compete ends: '))
      AS kinds (kind, prefix)
    WHERE tasks.deal_id IS NOT NULL AND starts_with(tasks.title, kinds.prefix);
  `)
    .execute(db);
}
