import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import {
  averageRecasts,
  toRecastYears,
  type acceptRecast as acceptEndpoint,
  type CreateAddBack,
  type Financials,
  type RecastFigures,
  type UpdateAddBack,
  type UpdateFinancials,
} from '@handover/contract/businesses/financials.ts';
import { listYearStatements } from '@handover/domain/recast/periods.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Member } from '#platform/session/actor.ts';
import { isRecordFile } from '#platform/records/files.queries.ts';
import type { Work } from '#platform/work.ts';
import { authorize } from '../businesses.policy.ts';
import { presentBusinessDetail } from '../businesses.presenter.ts';
import { findBusinessRow, updateBusinessRow, type BusinessDetailRow } from '../businesses.queries.ts';
import { reindexAndReload, loadBusiness, recordOnTimeline } from '../businesses.service.ts';
import {
  countPeriods,
  deleteAddBackRow,
  findAcceptedRecast,
  findAddBack,
  insertAddBack,
  insertRecast,
  listAddBacks,
  listPeriods,
  updateAddBackRow,
  writePeriod,
  type AddBackRow,
} from './financials.queries.ts';

/** Twenty years by month, each with its total. */
const maxPeriods = 260;
const maxAddBacks = 500;

/** Throws NOT_FOUND. */
export async function getFinancials(work: Work, actor: Member, businessId: string): Promise<Financials> {
  await loadBusiness(work, actor, businessId);
  return readFinancials(work, actor, businessId);
}

/**
 * Saves or removes years and months. Throws NOT_FOUND, RULE_BROKEN for too many periods, STALE_VERSION with the current
 * financials if one was changed in the meantime.
 */
export async function updateFinancials(
  work: Work,
  actor: Member,
  { businessId, periods }: { businessId: string } & UpdateFinancials,
): Promise<Financials> {
  const business = await authorizeBusiness(work, actor, businessId);
  const key = { workspaceId: actor.workspaceId, businessId };
  for (const period of periods)
    if (!(await writePeriod(work.db, { ...key, ...period, userId: actor.userId, now: work.now })))
      throw staleVersion(await readFinancials(work, actor, businessId));
  if ((await countPeriods(work.db, key)) > maxPeriods)
    throw new AppError('RULE_BROKEN', `A business can have ${String(maxPeriods)} years and months.`);
  return publishAndReload(work, actor, business);
}

/** Throws NOT_FOUND, INVALID_INPUT if the proof is not a file of the business, RULE_BROKEN past 500 add-backs. */
export async function createAddBack(
  work: Work,
  actor: Member,
  { businessId, input }: { businessId: string; input: CreateAddBack },
): Promise<Financials> {
  const business = await authorizeBusiness(work, actor, businessId);
  const { workspaceId, userId } = actor;
  await checkProof(work, actor, { businessId, proofId: input.proofId });
  if ((await listAddBacks(work.db, { workspaceId, businessId })).length >= maxAddBacks)
    throw new AppError('RULE_BROKEN', `A business can have ${String(maxAddBacks)} add-backs.`);
  const addBackId = newId();
  await insertAddBack(work.db, {
    ...toColumns(input),
    ttm_through: await findTrailingMonth(work, { workspaceId, businessId, year: input.year }),
    workspace_id: workspaceId,
    id: addBackId,
    business_id: businessId,
    reviewed_by: userId,
    reviewed_at: work.now,
    created_at: work.now,
  });
  work.audit({ addBackId, from: null, to: toAuditDetail(toColumns(input)) });
  return publishAndReload(work, actor, business);
}

/**
 * The person who changes the status is the new reviewer. Throws NOT_FOUND, INVALID_INPUT, STALE_VERSION with the current
 * add-back.
 */
export async function updateAddBack(
  work: Work,
  actor: Member,
  { businessId, addBackId, input }: { businessId: string; addBackId: string; input: UpdateAddBack },
): Promise<Financials> {
  const business = await authorizeBusiness(work, actor, businessId);
  const key = { workspaceId: actor.workspaceId, businessId, addBackId };
  const before = await findAddBack(work.db, key);
  if (before === null) throw notFound('add-back');
  const { version, ...fields } = input;
  await checkProof(work, actor, { businessId, proofId: fields.proofId });
  const isReviewed = before.status !== fields.status;
  const review = { reviewed_by: actor.userId, reviewed_at: work.now };
  const through = await findTrailingMonth(work, { ...key, year: fields.year });
  const change = { ...toColumns(fields), ttm_through: through, ...(isReviewed && review) };
  if (!(await updateAddBackRow(work.db, { ...key, version, change }))) {
    const addBacks = await listAddBacks(work.db, key);
    throw staleVersion(addBacks.find(({ id }) => id === addBackId));
  }
  work.audit({ addBackId, from: toAuditDetail(before), to: toAuditDetail(toColumns(fields)) });
  return publishAndReload(work, actor, business);
}

/** Throws NOT_FOUND. */
export async function deleteAddBack(
  work: Work,
  actor: Member,
  { businessId, addBackId }: { businessId: string; addBackId: string },
): Promise<Financials> {
  const business = await authorizeBusiness(work, actor, businessId);
  const key = { workspaceId: actor.workspaceId, businessId, addBackId };
  const before = await findAddBack(work.db, key);
  if (before === null || !(await deleteAddBackRow(work.db, key))) throw notFound('add-back');
  work.audit({ addBackId, from: { ...toAuditDetail(before), reviewedBy: before.reviewed_by }, to: null });
  return publishAndReload(work, actor, business);
}

/**
 * Writes the recast figures to the business and keeps them as a snapshot. Throws NOT_FOUND, STALE_VERSION with the
 * current business, or with the current financials if their figures differ from those shown, INVALID_INPUT for a year
 * without figures, RULE_BROKEN for revenue below zero.
 */
export async function acceptRecast(
  work: Work,
  actor: Member,
  { businessId, version, years, ...shown }: { businessId: string } & BodyOf<typeof acceptEndpoint>,
): Promise<Financials> {
  const business = await authorizeBusiness(work, actor, businessId);
  const { workspaceId, userId } = actor;
  const financials = await readFinancials(work, actor, businessId);
  const figures = averageRecasts(toRecastYears(financials), years);
  if (figures === null) throw invalidField('years', 'Enter the figures of each year first');
  if (!isSame(figures, shown)) throw staleVersion(financials);
  if (figures.revenueCents < 0) throw new AppError('RULE_BROKEN', 'Revenue cannot be below zero.');
  const change = {
    revenue_cents: figures.revenueCents,
    sde_cents: figures.sdeCents,
    ebitda_cents: figures.ebitdaCents,
  };
  const key = { workspaceId, businessId };
  if (!(await updateBusinessRow(work.db, { ...key, version, change, now: work.now })))
    throw staleVersion(presentBusinessDetail(actor, await loadBusiness(work, actor, businessId)));
  const recastId = await insertRecast(work.db, {
    ...key,
    snapshot: { years, ...figures },
    userId,
    now: work.now,
  });
  work.audit({ recastId });
  await recordOnTimeline(work, actor, { business, type: 'business.recast' });
  await reindexAndReload(work, actor, businessId);
  return readFinancials(work, actor, businessId);
}

async function authorizeBusiness(work: Work, actor: Member, businessId: string): Promise<BusinessDetailRow> {
  return authorize(actor, 'business:value', await findBusinessRow(work.db, actor, businessId));
}

async function readFinancials(
  { db }: Work,
  { workspaceId }: Member,
  businessId: string,
): Promise<Financials> {
  const of = { workspaceId, businessId };
  const [periods, addBacks, acceptedRecast] = await Promise.all([
    listPeriods(db, of),
    listAddBacks(db, of),
    findAcceptedRecast(db, of),
  ]);
  return { periods, addBacks, acceptedRecast };
}

/** For an add-back of the trailing twelve months, the first day of the last one; null if they have no figures. */
async function findTrailingMonth(
  { db }: Work,
  { year, ...of }: { workspaceId: string; businessId: string; year: number | null },
): Promise<string | null> {
  if (year !== null) return null;
  const trailing = listYearStatements(await listPeriods(db, of)).find(({ basis }) => basis === 'ttm');
  if (trailing?.lastMonth?.month == null) return null;
  const { year: lastYear, month } = trailing.lastMonth;
  return `${String(lastYear)}-${String(month).padStart(2, '0')}-01`;
}

async function checkProof(
  { db }: Work,
  { workspaceId }: Member,
  { businessId, proofId }: { businessId: string; proofId: string | null },
): Promise<void> {
  if (
    proofId !== null &&
    !(await isRecordFile(db, {
      workspaceId,
      column: 'business_id',
      recordId: businessId,
      documentId: proofId,
    }))
  )
    throw invalidField('proofId', 'Not a file of this business');
}

async function publishAndReload(work: Work, actor: Member, business: BusinessDetailRow): Promise<Financials> {
  const changed = ['financials'];
  work.audit({ changed });
  await recordOnTimeline(work, actor, { business, type: 'business.updated', detail: { changed } });
  work.publish({ workspaceId: actor.workspaceId, noun: 'business', id: business.id });
  return readFinancials(work, actor, business.id);
}

/** The details of an add-back for the audit log. */
function toAuditDetail({
  year,
  category,
  status,
  amount_cents: amountCents,
}: Pick<AddBackRow, 'year' | 'category' | 'status' | 'amount_cents'>): object {
  return { year, category, status, amountCents };
}

function isSame(one: RecastFigures, other: RecastFigures): boolean {
  return (
    one.revenueCents === other.revenueCents &&
    one.sdeCents === other.sdeCents &&
    one.ebitdaCents === other.ebitdaCents
  );
}

function toColumns(input: CreateAddBack) {
  return {
    year: input.year,
    category: input.category,
    description: input.description,
    amount_cents: input.amountCents,
    status: input.status,
    proof_id: input.proofId,
  };
}
