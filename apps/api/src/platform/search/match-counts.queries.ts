import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { hasNoMatches, selectMatchingIds, type ResolvedSearch } from './resolve-search.queries.ts';

/** Ids of up to `limit` matches, including deleted ones; null if there are more. */
export async function listFewMatches(
  db: Db,
  search: ResolvedSearch,
  limit: number,
): Promise<string[] | null> {
  if (hasNoMatches(search)) return [];
  const { rows } = await sql<{ record_id: string }>`
    ${selectMatchingIds(search)} LIMIT ${sql.lit(limit + 1)}`.execute(db);
  return rows.length > limit ? null : rows.map(({ record_id: id }) => id);
}

/** Whether more than `limit` records match. */
export async function hasMoreMatches(db: Db, search: ResolvedSearch, limit: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (${selectMatchingIds(search)} LIMIT ${sql.lit(limit + 1)}) AS matching`.execute(
    db,
  );
  return (rows[0]?.count ?? 0) > limit;
}

/** How many records of a table match and are not deleted, counted up to `limit`. Looks up only the deleted records. */
export async function countMatches(
  db: Db,
  search: ResolvedSearch,
  { table, limit }: { table: string; limit: number | null },
): Promise<number> {
  if (hasNoMatches(search)) return 0;
  const deleted = sql`SELECT FROM ${sql.table(table)} AS deleted WHERE deleted.workspace_id = ${search.workspaceId}
    AND deleted.id = matching.record_id AND deleted.deleted_at IS NOT NULL`;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT record_id FROM (${selectMatchingIds(search)}) AS matching WHERE NOT EXISTS (${deleted})
      GROUP BY record_id LIMIT ${limit === null ? sql`ALL` : sql.lit(limit)}) AS counted`.execute(db);
  return rows[0]?.count ?? 0;
}
