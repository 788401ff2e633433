import { fold } from '@handover/domain/text/fold.ts';
import type { Db } from '#db/client.ts';
import { invalidField } from '#lib/errors.ts';
import { sql } from 'kysely';

/**
 * The plan's name as the catalog spells it. A customer may keep an archived plan. Throws INVALID_INPUT for
 * `planName`.
 */
export async function checkPlanName<T extends string | null | undefined>(
  db: Db,
  { name, current = null }: { name: T; current?: string | null },
): Promise<T | string> {
  if (typeof name !== 'string' || name === current) return name;
  const plan = await findExistingPlan(db, name);
  if (plan === null) throw invalidField('planName', formatUnknownPlan(name, await listExistingPlans(db)));
  if (plan.isArchived && plan.name !== current) throw invalidField('planName', formatArchivedPlan(plan.name));
  return plan.name;
}

/** The plan with this current or former name, ignoring case. */
export function findPlanNamed(plans: readonly ExistingPlan[], text: string): ExistingPlan | undefined {
  const key = fold(text);
  return (
    plans.find(({ name }) => fold(name) === key) ??
    plans.find(({ formerNames }) => formerNames.some((name) => fold(name) === key))
  );
}

const namedPlans = 6;

/** Lists the available plans, or says where to create one. */
export function formatUnknownPlan(name: string, plans: readonly ExistingPlan[]): string {
  const names = plans.filter(({ isArchived }) => !isArchived).map(({ name }) => name);
  if (names.length === 0)
    return `There is no plan “${name}”. A superadmin can add plans in the settings, under Subscription catalog`;
  const more = names.length > namedPlans ? ` and ${String(names.length - namedPlans)} more` : '';
  return `There is no plan “${name}”. Use one of: ${names.slice(0, namedPlans).join(', ')}${more}`;
}

export function formatArchivedPlan(name: string): string {
  return `${name} is archived and cannot be assigned`;
}

export type ExistingPlan = {
  readonly name: string;
  readonly isArchived: boolean;
  readonly formerNames: readonly string[];
};

/** The plan with this current or former name, locked until the transaction ends; null if unknown. */
export async function findExistingPlan(
  db: Db,
  name: string,
): Promise<Pick<ExistingPlan, 'name' | 'isArchived'> | null> {
  const { rows } = await sql<{ name: string; isArchived: boolean }>`
    SELECT name, is_archived AS "isArchived" FROM known_plan(${name}) WHERE name IS NOT NULL`.execute(db);
  return rows[0] ?? null;
}

/** All plans in catalog order; with `isLocking`, locked until the transaction ends. */
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
