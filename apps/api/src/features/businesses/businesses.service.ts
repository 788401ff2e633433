import { fold } from '@handover/domain/text/fold.ts';
import type { ActivityType } from '@handover/contract/records/activities.ts';
import type {
  BusinessDetail,
  CreateBusiness,
  UpdateBusiness,
} from '@handover/contract/businesses/businesses.ts';
import type { CoOwners } from '@handover/contract/businesses/business-owners.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { getCurrency } from '#platform/records/currency.queries.ts';
import { byMember, recordActivity, type NewActivity } from '#platform/activities.ts';
import {
  listChangedCustomKeys,
  checkCustomChanges,
  withChanges,
} from '#platform/records/custom-fields/custom-values.ts';
import { indexForSearch } from '#platform/search/search-entries.ts';
import type { Member } from '#platform/session/actor.ts';
import { requireAssignable } from '#platform/session/policy.ts';
import { publishList, type Work } from '#platform/work.ts';
import { toBusinessColumns, toChangedColumns, searchParts } from './business-columns.ts';
import { authorize, hasOpenDeals } from './businesses.policy.ts';
import { presentBusinessDetail } from './businesses.presenter.ts';
import {
  findBusinessRow,
  insertBusiness,
  isListingTaken,
  listWithOpenDeals,
  lockStage,
  updateBusinessRow,
  type BusinessDetailRow,
} from './businesses.queries.ts';
import {
  checkCoOwners,
  checkFacts,
  checkLinks,
  checkNotBuying,
  checkPrices,
  checkPublicTitle,
} from './business-checks.ts';
import { deleteCoOwner, hasSameOwners, replaceCoOwners } from './owners/co-owners.queries.ts';
import { setDeletedAt } from '#platform/records/trash.queries.ts';

/** Throws NOT_FOUND. */
export async function getBusiness(work: Work, actor: Member, businessId: string): Promise<BusinessDetail> {
  return presentBusinessDetail(actor, await loadBusiness(work, actor, businessId));
}

/** A business in scope, deleted or not. Throws NOT_FOUND. */
export async function loadBusiness(
  work: Work,
  actor: Member,
  businessId: string,
): Promise<BusinessDetailRow> {
  const row = await findBusinessRow(work.db, actor, businessId);
  if (row === null) throw notFound('business');
  return row;
}

/**
 * Creates a business in the lead stage. Throws INVALID_INPUT for an invalid owner, broker, price, or
 * listing number.
 */
export async function createBusiness(
  work: Work,
  actor: Member,
  input: CreateBusiness,
): Promise<BusinessDetail> {
  const id = newId();
  const { workspaceId } = actor;
  const ownBroker = actor.scope === 'own' ? actor.userId : undefined;
  const brokerId = requireAssignable(actor, input.brokerId ?? ownBroker, 'businesses') ?? null;
  await checkLinks(work, actor, { ownerId: input.ownerId, brokerId });
  await checkCoOwners(work, actor, {
    before: { ownerId: null, coOwnerIds: [] },
    ownerId: input.ownerId,
    coOwners: input.coOwners,
  });
  checkFacts(input.type, input.typeFacts);
  await checkListing(work, actor, { businessId: id, listingNumber: input.listingNumber });
  checkPrices(input);
  checkPublicTitle(input.publicTitle, input.name);
  const custom = await checkCustomChanges(work.db, { workspaceId, recordType: 'business' }, input.custom);
  const currency = input.currency ?? (await getCurrency(work.db, workspaceId));
  await insertBusiness(work.db, {
    ...toBusinessColumns({ ...input, currency, brokerId }),
    custom: JSON.stringify(withChanges({}, custom)),
    workspace_id: workspaceId,
    id,
    stage: 'lead',
    stage_entered_at: work.now,
    created_at: work.now,
    updated_at: work.now,
  });
  if (input.coOwners !== undefined && input.coOwners.length > 0)
    await replaceCoOwners(work.db, { workspaceId, businessId: id, owners: input.coOwners });
  const business = await loadBusiness(work, actor, id);
  await recordOnTimeline(work, actor, { business, type: 'business.created' });
  return reindexAndReload(work, actor, id);
}

/** Throws STALE_VERSION with the current business, NOT_FOUND, INVALID_INPUT, RULE_BROKEN in the trash. */
export async function updateBusiness(
  work: Work,
  actor: Member,
  { businessId, input }: { businessId: string; input: UpdateBusiness },
): Promise<BusinessDetail> {
  const before = authorize(actor, 'business:update', await findBusinessRow(work.db, actor, businessId));
  const { version, ...fields } = input;
  const brokerId = requireAssignable(actor, fields.brokerId, 'businesses');
  const custom = await checkCustomChanges(work.db, { ...actor, recordType: 'business' }, fields.custom);
  const change = toChangedColumns(before, { ...fields, brokerId });
  await checkChange(work, actor, { before, fields, change });
  const isCurrent = await updateBusinessRow(work.db, {
    workspaceId: actor.workspaceId,
    businessId,
    version,
    change,
    custom,
    now: work.now,
  });
  if (!isCurrent) throw staleVersion(await getBusiness(work, actor, businessId));
  if (change.owner_id !== undefined && before.owner_id !== null)
    await deleteCoOwner(work.db, { workspaceId: actor.workspaceId, businessId, customerId: before.owner_id });
  const hasNewOwners = await writeCoOwners(work, actor, { before, owners: fields.coOwners });
  const changed = [
    ...(hasNewOwners ? ['co_owners'] : []),
    ...Object.keys(change).filter((column) => !/_(sort|key)$/.test(column)),
    ...listChangedCustomKeys(before.custom, custom),
  ];
  work.audit({ changed });
  const business = await loadBusiness(work, actor, businessId);
  if (changed.length > 0)
    await recordOnTimeline(work, actor, { business, type: 'business.updated', detail: { changed } });
  if ('broker_id' in change) publishList(work, actor, 'business');
  return reindexAndReload(work, actor, businessId);
}

/** Throws INVALID_INPUT, naming the field. */
async function checkChange(
  work: Work,
  actor: Member,
  {
    before,
    fields,
    change,
  }: {
    before: BusinessDetailRow;
    fields: Omit<UpdateBusiness, 'version'>;
    change: ReturnType<typeof toChangedColumns>;
  },
): Promise<void> {
  await checkLinks(work, actor, { ownerId: change.owner_id, brokerId: change.broker_id });
  const owners = {
    before: { ownerId: before.owner_id, coOwnerIds: before.co_owners.map(({ id }) => id) },
    ownerId: change.owner_id,
    coOwners: fields.coOwners,
  };
  await checkCoOwners(work, actor, owners);
  await checkNotBuying(work, actor, { businessId: before.id, ...owners });
  checkFacts(fields.type ?? before.type, fields.typeFacts);
  checkPublicTitle(fields.publicTitle, fields.name ?? before.name);
  await checkListing(work, actor, { businessId: before.id, listingNumber: change.listing_number });
  checkPrices({
    askingPriceCents:
      fields.askingPriceCents === undefined ? before.asking_price_cents : fields.askingPriceCents,
    reducedPriceCents:
      fields.reducedPriceCents === undefined ? before.reduced_price_cents : fields.reducedPriceCents,
  });
}

/** Replaces the other owners if they changed. Returns whether they did. */
async function writeCoOwners(
  { db }: Work,
  { workspaceId }: Member,
  { before, owners }: { before: BusinessDetailRow; owners: CoOwners | undefined },
): Promise<boolean> {
  if (owners === undefined || hasSameOwners(before.co_owners, owners)) return false;
  await replaceCoOwners(db, { workspaceId, businessId: before.id, owners });
  return true;
}

/** Moves a business to the trash. Throws NOT_FOUND, RULE_BROKEN while it has open deals. */
export async function deleteBusiness(work: Work, actor: Member, businessId: string): Promise<void> {
  await setDeleted(work, actor, { businessId, isDeleted: true });
}

/**
 * Restores a business. Throws NOT_FOUND unless deleted, RULE_BROKEN if its listing number is used by
 * another.
 */
export async function restoreBusiness(
  work: Work,
  actor: Member,
  businessId: string,
): Promise<BusinessDetail> {
  const { listing_number: listingNumber } = await loadBusiness(work, actor, businessId);
  if (listingNumber !== null && (await hasListing(work, actor, { businessId, listingNumber })))
    throw new AppError(
      'RULE_BROKEN',
      `Another business has the listing number ${listingNumber} now. Change that one first.`,
    );
  await setDeleted(work, actor, { businessId, isDeleted: false });
  return getBusiness(work, actor, businessId);
}

/** Writes a timeline entry, also for the owner. */
export async function recordOnTimeline(
  work: Work,
  actor: Member,
  {
    business,
    ...entry
  }: {
    business: Pick<BusinessDetailRow, 'id' | 'owner_id'>;
    type: ActivityType;
  } & Pick<NewActivity, 'audience' | 'detail'>,
): Promise<void> {
  await recordActivity(work, {
    ...byMember(actor, business.owner_id),
    ...entry,
    businessId: business.id,
    subject: { kind: 'business', id: business.id },
  });
}

/** Updates search and open pages, and returns the current business. */
export async function reindexAndReload(
  work: Work,
  actor: Member,
  businessId: string,
): Promise<BusinessDetail> {
  const row = await loadBusiness(work, actor, businessId);
  await indexForSearch(work.db, {
    workspaceId: actor.workspaceId,
    kind: 'business',
    recordId: businessId,
    parts: searchParts(row),
  });
  publish(work, actor, { id: businessId, version: row.version });
  return presentBusinessDetail(actor, row);
}

function publish(work: Work, actor: Member, business: { id: string; version?: number }): void {
  work.publish({ workspaceId: actor.workspaceId, noun: 'business', ...business, isForClient: true });
}

async function setDeleted(
  work: Work,
  actor: Member,
  { businessId, isDeleted }: { businessId: string; isDeleted: boolean },
): Promise<void> {
  const business = authorize(actor, 'business:delete', await findBusinessRow(work.db, actor, businessId));
  if (isDeleted) await checkDeals(work, actor, businessId);
  const isMoved = await setDeletedAt(work.db, {
    table: 'businesses',
    workspaceId: actor.workspaceId,
    id: businessId,
    deletedAt: isDeleted ? work.now : null,
    now: work.now,
  });
  if (!isMoved) throw notFound('business');
  await recordOnTimeline(work, actor, {
    business,
    type: isDeleted ? 'business.deleted' : 'business.restored',
  });
  publish(work, actor, { id: businessId });
}

async function checkDeals({ db }: Work, { workspaceId }: Member, businessId: string): Promise<void> {
  // Locked so that no deal is created concurrently.
  await lockStage(db, { workspaceId, businessId });
  const withDeals = await listWithOpenDeals(db, { workspaceId, businessIds: [businessId] });
  if (withDeals.length > 0) throw new AppError('RULE_BROKEN', hasOpenDeals);
}

type Listing = { businessId: string; listingNumber: string | null | undefined };

async function checkListing(
  work: Work,
  actor: Member,
  { businessId, listingNumber }: Listing,
): Promise<void> {
  if (listingNumber != null && (await hasListing(work, actor, { businessId, listingNumber })))
    throw invalidField('listingNumber', 'Another business has this listing number');
}

function hasListing(
  work: Work,
  { workspaceId }: Member,
  { businessId, listingNumber }: { businessId: string; listingNumber: string },
): Promise<boolean> {
  return isListingTaken(work.db, { workspaceId, listingKey: fold(listingNumber), exceptId: businessId });
}
