import { sql, type Kysely } from 'kysely';

/** The client task by which the owner was asked for a document of a data room. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE room_requests
      ADD COLUMN task_id uuid,
      ADD FOREIGN KEY (workspace_id, task_id) REFERENCES tasks (workspace_id, id) ON DELETE SET NULL (task_id);
    CREATE INDEX room_requests_of_task ON room_requests (workspace_id, task_id) WHERE task_id IS NOT NULL;
  `)
    .execute(db);
}
