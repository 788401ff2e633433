import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { prepareStatement } from '#db/statements/prepared-statement.ts';
import type { ResolvedSearch } from './resolve-search.queries.ts';

/** A search and where its records are looked up: their table with its joins, and the condition of every other filter. */
export type RankedQuery = {
  readonly search: ResolvedSearch;
  readonly table: string;
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<boolean>;
  /** Whether the condition holds for every record of the workspace that is not deleted. */
  readonly isWhole: boolean;
};

/** Which of these records the condition leaves. */
export async function findVisible(db: Db, ranked: RankedQuery, ids: readonly string[]): Promise<Set<string>> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return new Set();
  if (ranked.isWhole) {
    const { workspaceId } = ranked.search;
    const rows = await findActive(db, { workspaceId, ids: distinct }, ranked.table);
    return new Set(rows.map(({ id }) => id));
  }
  const { rows } = await sql<{ id: string }>`
    SELECT ${selectId(ranked)} AS id FROM ${ranked.from} WHERE ${isAmong(selectId(ranked), distinct)} AND ${ranked.where}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

const findActive = prepareStatement(
  (_db, { workspaceId, ids }: { workspaceId: string; ids: readonly string[] }, table: string) =>
    sql<{
      id: string;
    }>`SELECT id FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId}::uuid AND ${isPlannedAmong(sql`id`, ids)} AND deleted_at IS NULL`,
);

/** The id in the table of the records. */
export function selectId({ table }: Pick<RankedQuery, 'table'>): RawBuilder<unknown> {
  return sql.ref(`${table}.id`);
}

/**
 * Condition that an id is in a list. With `= ANY`, the planner may read a whole index that has the id as a later
 * column.
 */
export function isAmong(id: RawBuilder<unknown>, ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${id} IN (SELECT unnest(${[...ids]}::uuid[]))`;
}

/**
 * The same in a prepared statement. The inner SELECT hides how many ids there are: for fewer ids than it expects, the
 * planner would replan each execution, which takes longer than the lookup.
 */
export function isPlannedAmong(id: RawBuilder<unknown>, ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${id} IN (SELECT unnest((SELECT ${ids}::uuid[])))`;
}
