import { sql, type Kysely } from 'kysely';

/** A client task can ask for documents: the client sends them, and the broker completes it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE tasks ADD COLUMN requests_files boolean NOT NULL DEFAULT false').execute(db);
}
