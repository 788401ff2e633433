import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Keeps what a plan was called, until all its customers have the new name and beyond. */
export async function rememberFormerName(
  db: Db,
  { planId, name }: { planId: string; name: string },
): Promise<void> {
  await sql`
    INSERT INTO client_plan_names (name, plan_id) VALUES (${name}, ${planId})
    ON CONFLICT (name) DO UPDATE SET plan_id = excluded.plan_id, moved_at = NULL`.execute(db);
}

/** The plan whose customers still carry the name, in whatever case, though it is called otherwise now. */
export async function findUnmovedName(
  db: Db,
  { name, exceptId }: { name: string; exceptId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM client_plan_names WHERE lower(name) = lower(${name}) AND moved_at IS NULL AND plan_id IS DISTINCT FROM ${exceptId}::uuid`.execute(
    db,
  );
  return rows.length > 0;
}

/** A name that a plan takes is nobody's former one any more; its own former spellings stay. */
export async function takeName(db: Db, { name, planId }: { name: string; planId: string }): Promise<void> {
  await sql`
    DELETE FROM client_plan_names WHERE name = ${name} OR (lower(name) = lower(${name}) AND plan_id <> ${planId})`.execute(
    db,
  );
}

/** What plans were called that customers still carry. */
export async function listUnmoved(db: Db): Promise<{ name: string; planId: string }[]> {
  const rows = await db
    .selectFrom('client_plan_names')
    .select(['name', 'plan_id as planId'])
    .where('moved_at', 'is', null)
    .execute();
  return rows;
}

/** What the plan that once had a name is called now; it stays so until the transaction ends. */
export async function findPlanOfFormerName(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    SELECT plan.name FROM client_plan_names AS former JOIN client_plans AS plan ON plan.id = former.plan_id
    WHERE former.name = ${name} FOR SHARE OF plan`.execute(db);
  return rows[0]?.name;
}

/** Marks a former name as nobody's, unless a customer carries it. */
export async function resolveName(
  db: Db,
  { name, workspaceIds, now }: { name: string; workspaceIds: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    UPDATE client_plan_names SET moved_at = ${now} WHERE name = ${name} AND moved_at IS NULL
      AND NOT EXISTS (SELECT FROM customers WHERE workspace_id = ANY(${[...workspaceIds]}::uuid[]) AND plan_name = ${name})`.execute(
    db,
  );
}
