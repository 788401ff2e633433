import type { Db } from '#db/client.ts';
import { invalidField } from '#lib/errors.ts';
import { fold } from '#lib/text.ts';
import { findExistingPlan, listExistingPlans, type ExistingPlan } from './plans.queries.ts';

/**
 * The name of a customer's new plan as the catalogue spells it; the one they have stays, archived or not. Throws
 * INVALID_INPUT that names `planName`.
 */
export async function checkPlanName<T extends string | null | undefined>(
  db: Db,
  { wanted, current = null }: { wanted: T; current?: string | null },
): Promise<T | string> {
  if (typeof wanted !== 'string' || wanted === current) return wanted;
  const plan = await findExistingPlan(db, wanted);
  if (plan === null) throw invalidField('planName', unknownPlanText(wanted, await listExistingPlans(db)));
  if (plan.isArchived && plan.name !== current) throw invalidField('planName', archivedPlanText(plan.name));
  return plan.name;
}

/** The plan that a cell of a file names, in whatever case, now or formerly. */
export function findPlanNamed(plans: readonly ExistingPlan[], text: string): ExistingPlan | undefined {
  const key = fold(text);
  return (
    plans.find(({ name }) => fold(name) === key) ??
    plans.find(({ formerNames }) => formerNames.some((name) => fold(name) === key))
  );
}

const namedPlans = 6;

/** Says which plans there are, or where one is made. */
export function unknownPlanText(wanted: string, plans: readonly ExistingPlan[]): string {
  const names = plans.filter(({ isArchived }) => !isArchived).map(({ name }) => name);
  if (names.length === 0)
    return `There is no plan “${wanted}”. A superadmin makes plans in the settings, under Subscription catalogue`;
  const more = names.length > namedPlans ? ` and ${String(names.length - namedPlans)} more` : '';
  return `There is no plan “${wanted}”, only ${names.slice(0, namedPlans).join(', ')}${more}`;
}

export function archivedPlanText(name: string): string {
  return `${name} is archived and is given to nobody new`;
}
