import { sql, type Kysely } from 'kysely';

/** A source that was renamed, merged, or deleted leaves its name until no customer has it: with the current source, or none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE sources ADD COLUMN is_former boolean NOT NULL DEFAULT false, ADD COLUMN current_id uuid,
      ADD CHECK (is_former OR current_id IS NULL),
      ADD FOREIGN KEY (workspace_id, current_id) REFERENCES sources (workspace_id, id);
    CREATE INDEX sources_by_current ON sources (workspace_id, current_id) WHERE current_id IS NOT NULL;
  `)
    .execute(db);
}
