import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Member } from '#platform/session/actor.ts';
import type { FilterSpec, FilterValues } from './list/filter.queries.ts';
import type { Order } from './list/sort.queries.ts';

/** The parts of a descriptor that reading needs. */
export type Readable = {
  readonly table: string;
  readonly filter?: Pick<FilterSpec, 'trash'>;
  from(member: Member, filter?: FilterValues, order?: Order): RawBuilder<unknown>;
  scope(member: Member): RawBuilder<boolean>;
};

/** Whether a record is active, or in the trash if the member sees it there; null if they may not read it. */
export async function findState(
  db: Db,
  { table, from, scope, filter }: Readable,
  { member, id }: { member: Member; id: string },
): Promise<'active' | 'inTrash' | null> {
  const deletedAt = sql.ref(`${table}.deleted_at`);
  const { rows } = await sql<{ is_deleted: boolean }>`
    SELECT ${deletedAt} IS NOT NULL AS is_deleted FROM ${from(member)}
    WHERE ${sql.ref(`${table}.id`)} = ${id}::uuid AND ${scope(member)}
      AND (${deletedAt} IS NULL OR ${filter?.trash(member) ?? sql`false`})`.execute(db);
  if (rows[0] === undefined) return null;
  return rows[0].is_deleted ? 'inTrash' : 'active';
}

/** Which of these records the member may read, including deleted records in their scope. */
export async function findVisibleIds(
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
