import { sql, type Kysely } from 'kysely';

/** What a merge moves follows from the record types, so a new one needs no migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE merge_pieces DROP CONSTRAINT merge_pieces_kind_check`.execute(db);
}
