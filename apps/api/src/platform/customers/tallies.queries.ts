import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';

/** How many repeats of the same columns a workspace may have before they are added up. */
const maxRepeats = 200;

/**
 * How many customers are outside of the trash, told by what they are counted by. `condition` names its columns as those
 * of `customers`, so that what holds for a customer holds for their tally.
 */
export async function sumTallies(db: Db, condition: RawBuilder<boolean>): Promise<number> {
  const { count } = await db
    .selectFrom('customer_tallies as customers')
    .select(sumOfTallies.as('count'))
    .where(condition)
    .executeTakeFirstOrThrow();
  return count;
}

/** For a statement that has `customer_tallies` under the name of `customers`. */
export const sumOfTallies = sql<number>`coalesce(sum(customers.count), 0)::int`;

/** Puts one row in the place of many that count the same, where there are many. */
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
