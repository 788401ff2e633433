import type { PlanChoice } from '@handover/contract/settings/billing.ts';
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

/** Plans that can be assigned, and archived plans still in use in the workspace. */
export async function listChoices(db: Db, workspaceId: string): Promise<PlanChoice[]> {
  const { rows } = await sql<PlanChoice>`
    SELECT id, name, archived_at IS NOT NULL AS "isArchived" FROM client_plans
    WHERE archived_at IS NULL OR EXISTS (
      SELECT FROM customers WHERE customers.workspace_id = ${workspaceId} AND customers.plan_name = client_plans.name AND customers.deleted_at IS NULL)
    ORDER BY position, id`.execute(db);
  return rows;
}

/** Locks the list of plans until the transaction ends, since its size, names, and order are checked before a write. */
export async function lockCatalog(db: Db): Promise<void> {
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
export async function unhighlightPlans(db: Db, { exceptId }: { exceptId: string }): Promise<void> {
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

/** Remembers a plan's former name. */
export async function rememberFormerName(
  db: Db,
  { planId, name }: { planId: string; name: string },
): Promise<void> {
  await sql`
    INSERT INTO client_plan_names (name, plan_id) VALUES (${name}, ${planId})
    ON CONFLICT (name) DO UPDATE SET plan_id = excluded.plan_id, moved_at = NULL`.execute(db);
}

/** The plan with a former name that is still stored on customers, ignoring case. */
export async function hasUnmovedName(
  db: Db,
  { name, exceptId }: { name: string; exceptId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM client_plan_names WHERE lower(name) = lower(${name}) AND moved_at IS NULL AND plan_id IS DISTINCT FROM ${exceptId}::uuid`.execute(
    db,
  );
  return rows.length > 0;
}

/** Removes the name from the former names of other plans. */
export async function releaseFormerName(
  db: Db,
  { name, planId }: { name: string; planId: string },
): Promise<void> {
  await sql`
    DELETE FROM client_plan_names WHERE name = ${name} OR (lower(name) = lower(${name}) AND plan_id <> ${planId})`.execute(
    db,
  );
}

/** Former names still stored on customers. */
export async function listUnmoved(db: Db): Promise<{ name: string; planId: string }[]> {
  const rows = await db
    .selectFrom('client_plan_names')
    .select(['name', 'plan_id as planId'])
    .where('moved_at', 'is', null)
    .execute();
  return rows;
}

/** Current name of the plan that once had this name, locked until the transaction ends. */
export async function findPlanByFormerName(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    SELECT plan.name FROM client_plan_names AS former JOIN client_plans AS plan ON plan.id = former.plan_id
    WHERE former.name = ${name} FOR SHARE OF plan`.execute(db);
  return rows[0]?.name;
}

/** Marks a former name as unused if no customer has it. */
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

/** All workspaces, because the catalog belongs to the installation. */
export async function listWorkspaceIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('workspaces').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Customers per plan name, including deleted ones. */
export async function countByName(db: Db, workspaceIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; customers: number }>`
    SELECT plan_name AS name, count(*)::int AS customers FROM customers
    WHERE workspace_id = ANY(${[...workspaceIds]}::uuid[]) AND plan_name IS NOT NULL GROUP BY plan_name`.execute(
    db,
  );
  return new Map(rows.map(({ name, customers }) => [name, customers]));
}

/** Number of customers with the name in each workspace. */
export async function countByWorkspace(
  db: Db,
  { workspaceIds, name }: { workspaceIds: readonly string[]; name: string },
): Promise<{ workspaceId: string; customers: number }[]> {
  const { rows } = await sql<{ workspaceId: string; customers: number }>`
    SELECT workspace_id AS "workspaceId", count(*)::int AS customers FROM customers
    WHERE workspace_id = ANY(${[...workspaceIds]}::uuid[]) AND plan_name = ${name} GROUP BY workspace_id`.execute(
    db,
  );
  return rows;
}

const customersAtATime = 500;

type Span = {
  readonly workspaceId: string;
  readonly from: string;
  readonly to: string;
  readonly after: string | null;
};

/** Renames the plan of the next customers by ID. Returns the last ID, or null at the end. */
export async function renameOnCustomers(
  db: Db,
  { workspaceId, from, to, after }: Span,
): Promise<string | null> {
  const next = after === null ? sql`true` : sql`id > ${after}`;
  const { rows } = await sql<{ id: string }>`
    WITH batch AS (
      SELECT id FROM customers WHERE workspace_id = ${workspaceId} AND plan_name = ${from} AND ${next}
      ORDER BY id LIMIT ${customersAtATime} FOR UPDATE
    ), renamed AS (
      UPDATE customers SET plan_name = ${to} FROM batch
      WHERE customers.workspace_id = ${workspaceId} AND customers.id = batch.id
    )
    SELECT id FROM batch ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** Replaces or removes the plan in filters of saved views. */
export async function renameInViews(
  db: Db,
  { workspaceIds, from, to }: { workspaceIds: readonly string[]; from: string; to: string | null },
): Promise<void> {
  const settings =
    to === null
      ? sql`settings #- '{filter,planName}'`
      : sql`jsonb_set(settings, '{filter,planName}', to_jsonb(${to}::text))`;
  await sql`
    UPDATE saved_views SET settings = ${settings}
    WHERE workspace_id = ANY(${[...workspaceIds]}::uuid[]) AND settings #>> '{filter,planName}' = ${from}`.execute(
    db,
  );
}
