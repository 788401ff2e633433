import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Candidate } from './candidates.queries.ts';

/** A customer to check; `mark` identifies the change. */
export type Check = { readonly customer_id: string; readonly mark: string };

export async function countChecks(db: Db, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM duplicate_checks WHERE workspace_id = ${workspaceId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Workspaces with customers to check. While customers are being imported, their checks wait: both need the database. */
export async function listWorkspacesToCheck(db: Db): Promise<string[]> {
  const workspaces = await db.selectFrom('workspaces').select('id').execute();
  const ids = workspaces.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    SELECT wanted.id FROM unnest(${ids}::uuid[]) AS wanted (id)
    WHERE EXISTS (SELECT FROM duplicate_checks WHERE workspace_id = wanted.id AND workspace_id = ANY(${ids}))
      AND NOT EXISTS (SELECT FROM imports WHERE workspace_id = wanted.id AND record_type = 'customer' AND status IN ('queued', 'running'))`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function listChecks(db: Db, workspaceId: string, limit: number): Promise<Check[]> {
  const { rows } = await sql<Check>`
    SELECT customer_id, mark FROM duplicate_checks WHERE workspace_id = ${workspaceId}
    ORDER BY customer_id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Removes the marks of customers that have not changed again; returns their IDs. */
export async function claimChecks(db: Db, workspaceId: string, checks: readonly Check[]): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    DELETE FROM duplicate_checks USING unnest(${checks.map(({ customer_id: id }) => id)}::uuid[], ${checks.map(({ mark }) => mark)}::uuid[]) AS done (customer_id, mark)
    WHERE duplicate_checks.workspace_id = ${workspaceId} AND duplicate_checks.customer_id = done.customer_id AND duplicate_checks.mark = done.mark
    RETURNING duplicate_checks.customer_id`.execute(db);
  return rows.map((row) => row.customer_id);
}

/** Replaces the pairs of these customers. */
export async function replacePairs(
  db: Db,
  workspaceId: string,
  { ids, candidates }: { ids: readonly string[]; candidates: readonly Candidate[] },
): Promise<void> {
  await sql`
    DELETE FROM duplicate_pairs WHERE workspace_id = ${workspaceId} AND (low_id = ANY(${ids}::uuid[]) OR high_id = ANY(${ids}::uuid[]))`.execute(
    db,
  );
  await sql`
    INSERT INTO duplicate_pairs (workspace_id, low_id, high_id, reasons, score)
    SELECT DISTINCT ON (1, 2, 3) ${workspaceId}::uuid, least(one_id, other_id), greatest(one_id, other_id), reasons, score
    FROM jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) AS found (one_id uuid, other_id uuid, reasons text[], score int)
    WHERE one_id = ANY(${ids}::uuid[])
      AND EXISTS (SELECT FROM customers WHERE workspace_id = ${workspaceId} AND id = other_id)
    ORDER BY 1, 2, 3, score DESC
    ON CONFLICT (workspace_id, low_id, high_id) DO UPDATE SET reasons = excluded.reasons, score = excluded.score`.execute(
    db,
  );
}
