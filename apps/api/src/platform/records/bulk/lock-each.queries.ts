import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Database } from '#db/schema/database.ts';
import type { Member } from '#platform/session/actor.ts';

type RecordTable = {
  [T in keyof Database]: Database[T] extends { workspace_id: unknown; id: unknown } ? T : never;
}[keyof Database];

/**
 * Locks rows until the transaction ends, in the order of their ids, and reads each like a single open record. Rows that
 * `find` does not return are skipped.
 */
export async function lockEach<Row>(
  db: Db,
  member: Member,
  {
    table,
    ids,
    find,
  }: {
    readonly table: RecordTable;
    readonly ids: readonly string[];
    find(db: Db, member: Member, id: string): Promise<Row | null>;
  },
): Promise<Row[]> {
  await sql`
    SELECT FROM ${sql.table(table)} WHERE workspace_id = ${member.workspaceId} AND id = ANY(${ids})
    ORDER BY id FOR UPDATE`.execute(db);
  const rows: Row[] = [];
  for (const id of ids) {
    const row = await find(db, member, id);
    if (row !== null) rows.push(row);
  }
  return rows;
}
