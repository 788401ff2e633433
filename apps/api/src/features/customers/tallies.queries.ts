import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Duplicate tally rows allowed in a workspace before they are summed up. */
const maxRepeats = 200;

/** Sums up duplicate tally rows in workspaces with many of them. */
export async function addUpTallies(db: Db): Promise<void> {
  const workspaces = await db.selectFrom('workspaces').select('id').execute();
  const ids = workspaces.map(({ id }) => id);
  const { rows } = await sql<{ workspace_id: string }>`
    SELECT workspace_id FROM customer_tallies WHERE workspace_id = ANY(${ids}::uuid[]) GROUP BY workspace_id
    HAVING count(*) > ${maxRepeats} + count(DISTINCT (status, account_type, is_verified, broker_id, plan_name))`.execute(
    db,
  );
  for (const { workspace_id: id } of rows)
    await sql`
      WITH taken AS (DELETE FROM customer_tallies WHERE workspace_id = ${id} RETURNING *)
      INSERT INTO customer_tallies (workspace_id, status, account_type, is_verified, broker_id, plan_name, count)
      SELECT workspace_id, status, account_type, is_verified, broker_id, plan_name, sum(count) FROM taken
      GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(count) <> 0`.execute(db);
}
