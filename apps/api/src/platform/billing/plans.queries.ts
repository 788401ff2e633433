import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** A plan that customers can name. */
export type ExistingPlan = {
  readonly name: string;
  readonly isArchived: boolean;
  /** What it was called before. */
  readonly formerNames: readonly string[];
};

/** The plan of a name, as it is called now; it stays so until the transaction ends. Null for an unknown name. */
export async function findExistingPlan(
  db: Db,
  name: string,
): Promise<Pick<ExistingPlan, 'name' | 'isArchived'> | null> {
  const { rows } = await sql<{ name: string; isArchived: boolean }>`
    SELECT name, is_archived AS "isArchived" FROM known_plan(${name}) WHERE name IS NOT NULL`.execute(db);
  return rows[0] ?? null;
}

/** Every plan in the order of the catalogue. Locked, they stay as they are until the transaction ends. */
export async function listExistingPlans(
  db: Db,
  { isLocking = false }: { isLocking?: boolean } = {},
): Promise<ExistingPlan[]> {
  if (isLocking) await sql`SELECT id FROM client_plans FOR SHARE`.execute(db);
  const { rows } = await sql<ExistingPlan>`
    SELECT name, archived_at IS NOT NULL AS "isArchived",
      ARRAY(SELECT former.name FROM client_plan_names AS former WHERE former.plan_id = client_plans.id) AS "formerNames"
    FROM client_plans ORDER BY position, id`.execute(db);
  return rows;
}
