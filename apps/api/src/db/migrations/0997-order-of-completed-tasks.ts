import { sql, type Kysely } from 'kysely';

/** The key of the order by completion, which has tasks that are not completed behind all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX tasks_done`.execute(db);
  await sql`CREATE INDEX tasks_done ON tasks (workspace_id, (coalesce(completed_at, '-infinity')), id)
    WHERE completed_at IS NOT NULL AND deleted_at IS NULL`.execute(db);
}
