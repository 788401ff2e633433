import {
  maxClientPlans,
  type ClientPlan,
  type CreatePlan,
  type ManagedPlan,
  type UpdatePlan,
} from '@handover/contract/settings/billing.ts';
import { sql, type Updateable } from 'kysely';
import type { ClientPlansTable } from '#db/schema/client-plans.ts';
import {
  deletePlanRow,
  unhighlightPlans,
  findPlanRow,
  hasPlanNamed,
  insertPlan,
  listPlanRows,
  lockCatalog,
  setPlanPositions,
  updatePlanRow,
  hasUnmovedName,
  listUnmoved,
  type PlanRow,
  rememberFormerName,
  releaseFormerName,
  countByName,
  countByWorkspace,
  listWorkspaceIds,
  renameInViews,
} from '#features/billing/client-plans.queries.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Work } from '#platform/work.ts';
import { renameQueue } from './rename-plan.job.ts';

type PlanUse = { id: string; customers: number; renaming: number };

export async function listManaged({ db }: Work): Promise<ManagedPlan[]> {
  return (await listPlanRows(db)).map(presentManaged);
}

/** Customers per plan in the installation; former names count as the current one. */
export async function getPlanUse({ db }: Work): Promise<PlanUse[]> {
  const counts = await countByName(db, await listWorkspaceIds(db));
  const unmoved = await listUnmoved(db);
  return (await listPlanRows(db)).map(({ id, name }) => {
    const renaming = unmoved
      .filter((former) => former.planId === id && former.name !== name)
      .reduce((sum, former) => sum + (counts.get(former.name) ?? 0), 0);
    return { id, customers: (counts.get(name) ?? 0) + renaming, renaming };
  });
}

/** Adds a plan at the end. Throws CONFLICT for a used name, RULE_BROKEN above the limit. */
export async function createPlan(
  work: Work,
  input: CreatePlan,
  { isSample = false }: { isSample?: boolean } = {},
): Promise<ManagedPlan> {
  const { db } = work;
  await lockCatalog(db);
  if ((await listPlanRows(db)).length >= maxClientPlans)
    throw new AppError(
      'RULE_BROKEN',
      `A catalog has at most ${String(maxClientPlans)} plans. Delete an unused plan first.`,
    );
  const id = newId();
  await claimName(work, { name: input.name, planId: id });
  if (input.isHighlighted) await unhighlightPlans(db, { exceptId: id });
  const { priceCents, interval, isHighlighted, isPublic, ...same } = input;
  await insertPlan(
    db,
    {
      ...same,
      id,
      price_cents: priceCents,
      price_interval: interval,
      is_highlighted: isHighlighted,
      is_public: isPublic,
      is_sample: isSample,
    },
    work.now,
  );
  publishChange(work, id, { name: input.name });
  return loadPlan(work, id);
}

/**
 * Changes a plan. Saved views get a new name immediately, customers in the background. Throws NOT_FOUND,
 * STALE_VERSION with the current plan, CONFLICT for a used name.
 */
export async function changePlan(
  work: Work,
  { id, version, ...input }: UpdatePlan & { id: string },
): Promise<ManagedPlan> {
  const { db } = work;
  await lockCatalog(db);
  const before = await loadPlan(work, id);
  const name = input.name ?? before.name;
  if (version !== before.version) throw staleVersion(before);
  if (name !== before.name) await claimName(work, { name, planId: id });
  if (input.isHighlighted === true) await unhighlightPlans(db, { exceptId: id });
  const change = toColumns(input, work.now);
  if (!(await updatePlanRow(db, { id, version, change, now: work.now }))) throw staleVersion(before);
  const customers = name === before.name ? 0 : await propagateName(work, { id, from: before.name, to: name });
  const plan = await loadPlan(work, id);
  publishChange(work, id, { ...listDifferences(before, plan), ...(name !== before.name && { customers }) });
  return plan;
}

/** Puts the plans in the order of these IDs. Throws INVALID_INPUT unless each is listed once. */
export async function reorderPlans(work: Work, ids: readonly string[]): Promise<ManagedPlan[]> {
  await lockCatalog(work.db);
  const known = (await listPlanRows(work.db)).map(({ id }) => id);
  if (ids.length !== known.length || !known.every((id) => ids.includes(id)))
    throw invalidField('ids', 'The list of plans has changed. Reload and try again.');
  await setPlanPositions(work.db, ids);
  publishChange(work, ids[0] ?? newId(), {});
  return listManaged(work);
}

/** Deletes an unused plan, also from saved views. Throws NOT_FOUND, RULE_BROKEN if a customer has it. */
export async function deletePlan(work: Work, id: string): Promise<void> {
  const { db } = work;
  await lockCatalog(db);
  const { name } = await loadPlan(work, id);
  const former = (await listUnmoved(db)).filter(({ planId }) => planId === id);
  // Before the count, so that a concurrent assignment finishes first and is counted.
  await deletePlanRow(db, id);
  const workspaceIds = await listWorkspaceIds(db);
  const counts = await countByName(db, workspaceIds);
  const names = [name, ...former.map((one) => one.name)];
  const customers = names.reduce((sum, one) => sum + (counts.get(one) ?? 0), 0);
  if (customers > 0)
    throw new AppError(
      'RULE_BROKEN',
      `${customers === 1 ? 'A customer has' : `${customers.toLocaleString('en')} customers have`} this plan. Archive it, or move those customers to another plan first.`,
    );
  await renameInViews(db, { workspaceIds, from: name, to: null });
  publishChange(work, id, { name });
}

async function loadPlan({ db }: Work, id: string): Promise<ManagedPlan> {
  const row = await findPlanRow(db, id);
  if (row === undefined) throw notFound('plan');
  return presentManaged(row);
}

/** Reserves a plan name. Throws CONFLICT if another plan or its customers use it. */
async function claimName({ db }: Work, { name, planId }: { name: string; planId: string }): Promise<void> {
  if (await hasPlanNamed(db, { name, exceptId: planId }))
    throw nameTakenError('A plan with this name already exists.', 'This name is already in use');
  if (await hasUnmovedName(db, { name, exceptId: planId }))
    throw nameTakenError(
      'This name was just changed on another plan. Try again in a minute.',
      'Just changed on another plan. Try again in a minute',
    );
  await releaseFormerName(db, { name, planId });
}

function nameTakenError(message: string, atField: string): AppError {
  return new AppError('CONFLICT', message, { errors: [{ path: 'name', message: atField }] });
}

/** Renames the plan on customers and saved views. Returns the number of customers. */
async function propagateName(
  work: Work,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<number> {
  const { db } = work;
  const workspaceIds = await listWorkspaceIds(db);
  await rememberFormerName(db, { planId: id, name: from });
  await renameInViews(db, { workspaceIds, from, to });
  const found = await countByWorkspace(db, { workspaceIds, name: from });
  for (const { workspaceId } of found) await work.enqueue(renameQueue, { workspaceId, name: from });
  return found.reduce((sum, { customers }) => sum + customers, 0);
}

/** Columns in the request. */
function toColumns(
  { isArchived, priceCents, interval, isHighlighted, isPublic, ...same }: Omit<UpdatePlan, 'version'>,
  now: Date,
): Updateable<ClientPlansTable> {
  const archived = isArchived === true ? sql<Date>`coalesce(archived_at, ${now})` : null;
  const columns = {
    ...same,
    price_cents: priceCents,
    price_interval: interval,
    is_highlighted: isHighlighted,
    is_public: isPublic,
    archived_at: isArchived === undefined ? undefined : archived,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

const notifiedFields = [
  'name',
  'description',
  'priceCents',
  'currency',
  'interval',
  'includes',
  'audience',
  'isHighlighted',
  'isPublic',
  'isArchived',
] as const satisfies readonly (keyof ManagedPlan)[];

/** Old and new values of the changed fields. */
function listDifferences(before: ManagedPlan, after: ManagedPlan): Record<string, unknown> {
  const changed = notifiedFields.filter((key) => String(before[key]) !== String(after[key]));
  const changes = changed.map((key) => [key, { from: before[key], to: after[key] }] as const);
  return { name: after.name, ...Object.fromEntries(changes) };
}

/** Updates open pages of all workspaces. */
function publishChange(work: Work, id: string, facts: Record<string, unknown>): void {
  work.audit(facts);
  work.publish({ workspaceId: null, noun: 'clientPlan', id });
}

export function presentPlan(row: PlanRow): ClientPlan {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    priceCents: row.price_cents,
    currency: row.currency,
    interval: row.price_interval,
    includes: row.includes,
    audience: row.audience,
    isHighlighted: row.is_highlighted,
  };
}

export function presentManaged(row: PlanRow): ManagedPlan {
  return {
    ...presentPlan(row),
    isPublic: row.is_public,
    isArchived: row.archived_at !== null,
    version: row.version,
  };
}
