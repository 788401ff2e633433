import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Member } from '#platform/session/actor.ts';
import type { RecordDescriptor } from './record.ts';

/** Which of these records the member may read, deleted ones included where their scope has them. */
export async function visibleIds(
  db: Db,
  record: Pick<RecordDescriptor, 'table' | 'from' | 'scope'>,
  { member, ids }: { member: Member; ids: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const id = sql.ref(`${record.table}.id`);
  const { rows } = await sql<{ id: string }>`
    SELECT ${id} AS id FROM ${record.from(member)}
    WHERE ${id} = ANY(${[...new Set(ids)]}::uuid[]) AND ${record.scope(member)}`.execute(db);
  return new Set(rows.map((row) => row.id));
}
