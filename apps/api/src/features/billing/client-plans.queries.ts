import type { PlanChoice } from '@handover/contract/billing.ts';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ClientPlansTable } from '#db/schema/client-plans.ts';

const columns = [
  'id',
  'name',
  'description',
  'price_cents',
  'currency',
  'price_interval',
  'includes',
  'audience',
  'is_highlighted',
  'is_public',
  'archived_at',
  'version',
] as const;

export type PlanRow = Pick<Selectable<ClientPlansTable>, (typeof columns)[number]>;

function fromPlans(db: Db) {
  return db.selectFrom('client_plans').select(columns).orderBy('position').orderBy('id');
}

/** All plans in order, including archived ones. */
export function listPlanRows(db: Db): Promise<PlanRow[]> {
  return fromPlans(db).execute();
}

/** Public plans. */
export function listPublicPlanRows(db: Db): Promise<PlanRow[]> {
  return fromPlans(db).where('is_public', '=', true).where('archived_at', 'is', null).execute();
}

export function findPlanRow(db: Db, id: string): Promise<PlanRow | undefined> {
  return fromPlans(db).where('id', '=', id).executeTakeFirst();
}

/** Plans that can be assigned, and archived ones still in use in the workspace. */
export async function listChoices(db: Db, workspaceId: string): Promise<PlanChoice[]> {
  const { rows } = await sql<PlanChoice>`
    SELECT id, name, archived_at IS NOT NULL AS "isArchived" FROM client_plans
    WHERE archived_at IS NULL OR EXISTS (
      SELECT FROM customers WHERE customers.workspace_id = ${workspaceId} AND customers.plan_name = client_plans.name AND customers.deleted_at IS NULL)
    ORDER BY position, id`.execute(db);
  return rows;
}

/** Locks the list of plans until the transaction ends, since its size, names, and order are checked before a write. */
export async function lockCatalogue(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4713, 260)`.execute(db);
}

/** Whether another plan has the name, ignoring case. */
export async function hasPlanNamed(
  db: Db,
  { name, exceptId }: { name: string; exceptId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM client_plans WHERE lower(name) = lower(${name}) AND id IS DISTINCT FROM ${exceptId}::uuid`.execute(
    db,
  );
  return rows.length > 0;
}

/** Adds a plan at the end. */
export async function insertPlan(
  db: Db,
  plan: Omit<Insertable<ClientPlansTable>, 'position' | 'created_at' | 'updated_at'>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('client_plans')
    .values({
      ...plan,
      position: sql<number>`(SELECT coalesce(max(position) + 1, 0) FROM client_plans)`,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** Returns false if the version is stale. A changed plan is no longer sample data. */
export async function updatePlanRow(
  db: Db,
  {
    id,
    version,
    change,
    now,
  }: { id: string; version: number; change: Updateable<ClientPlansTable>; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('client_plans')
    .set((eb) => ({ ...change, is_sample: false, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** At most one plan is highlighted. */
export async function dimPlans(db: Db, { exceptId }: { exceptId: string }): Promise<void> {
  await db
    .updateTable('client_plans')
    .set({ is_highlighted: false })
    .where('is_highlighted', '=', true)
    .where('id', '<>', exceptId)
    .execute();
}

export async function setPlanPositions(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE client_plans SET position = wanted.position
    FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY AS wanted (id, position)
    WHERE client_plans.id = wanted.id`.execute(db);
}

export async function deletePlanRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('client_plans').where('id', '=', id).execute();
}
