import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Member } from '#platform/session/actor.ts';

/** The parts of a descriptor that reading needs. */
export type Readable = {
  readonly table: string;
  from(member: Member): RawBuilder<unknown>;
  scope(member: Member): RawBuilder<boolean>;
};

/** Which of these records the member may read, deleted ones included where their scope has them. */
export async function visibleIds(
  db: Db,
  record: Readable,
  { member, ids }: { member: Member; ids: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const id = sql.ref(`${record.table}.id`);
  const { rows } = await sql<{ id: string }>`
    SELECT ${id} AS id FROM ${record.from(member)}
    WHERE ${id} = ANY(${[...new Set(ids)]}::uuid[]) AND ${record.scope(member)}`.execute(db);
  return new Set(rows.map((row) => row.id));
}
