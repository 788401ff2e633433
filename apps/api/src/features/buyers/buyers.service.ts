import { toCalendarDate } from '@handover/domain/local-time.ts';
import type { ActivityType } from '@handover/contract/records/activities.ts';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import type {
  blockBuyer,
  Buyer,
  CreateBuyer,
  setProofOfFunds,
  UpdateBuyer,
} from '@handover/contract/buyers/buyers.ts';
import type { Updateable } from 'kysely';
import type { BuyerProfilesTable } from '#db/schema/buyers.ts';
import { getActiveCustomer } from '#features/customers/customers.public.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { byMember, recordActivity } from '#platform/activities.ts';
import type { Member } from '#platform/session/actor.ts';
import { isRecordFile } from '#platform/records/files.queries.ts';
import type { Work } from '#platform/work.ts';
import { setDeletedAt } from '#platform/records/trash.queries.ts';
import { indexBuyers } from './buyer-import.queries.ts';
import {
  findCustomerProfile,
  insertBuyer,
  replaceEligibilities,
  replaceSearches,
  unblockOthers,
  updateBuyerRow,
} from './buyer-writes.queries.ts';
import { authorize } from './buyers.policy.ts';
import { presentBuyer } from './buyers.presenter.ts';
import { findBuyerRow, type BuyerRow } from './buyers.queries.ts';

/** Throws NOT_FOUND. */
export async function getBuyer(work: Work, actor: Member, buyerId: string): Promise<Buyer> {
  return presentBuyer(actor, await loadBuyer(work, actor, buyerId), work.now);
}

/** Throws INVALID_INPUT for a customer the actor may not read, CONFLICT for one who has a profile. */
export async function createBuyer(work: Work, actor: Member, input: CreateBuyer): Promise<Buyer> {
  const { customerId, source = null, searches = [], eligibilities = [] } = input;
  const { workspaceId } = actor;
  await getActiveCustomer(work.db, actor, customerId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND')
      throw invalidField('customerId', 'You do not have access to this customer');
    throw error;
  });
  const existing = await findCustomerProfile(work.db, { workspaceId, customerId });
  if (existing !== null)
    throw invalidField(
      'customerId',
      existing.deleted_at === null
        ? 'This customer already has a buyer profile'
        : 'The buyer profile of this customer is in the trash. Restore it',
    );
  const buyerId = newId();
  const key = { workspaceId, buyerId };
  await insertBuyer(work.db, {
    workspace_id: workspaceId,
    id: buyerId,
    customer_id: customerId,
    source,
    created_at: work.now,
    updated_at: work.now,
  });
  await replaceSearches(work.db, { ...key, searches });
  await replaceEligibilities(work.db, { ...key, eligibilities });
  return reindexAndReloadBuyer(work, actor, { buyerId, type: 'buyer.created' });
}

/**
 * A change by the buyer confirms the profile. Throws NOT_FOUND, FORBIDDEN for a buyer who changes the source,
 * RULE_BROKEN in the trash, STALE_VERSION with the current buyer.
 */
export async function updateBuyer(
  work: Work,
  actor: Member,
  { buyerId, input }: { buyerId: string; input: UpdateBuyer },
): Promise<Buyer> {
  const row = authorize(actor, 'buyer:update', await findBuyerRow(work.db, actor, buyerId));
  const { version, source, searches, eligibilities } = input;
  if (source !== undefined) authorize(actor, 'buyer:manage', row);
  const changed = [
    ...(source !== undefined && source !== row.source ? ['source'] : []),
    ...(isOther(searches, row.searches) ? ['searches'] : []),
    ...(isOther(eligibilities, row.eligibilities) ? ['eligibilities'] : []),
  ];
  const key = { workspaceId: actor.workspaceId, buyerId };
  await changeBuyer(work, actor, {
    buyerId,
    version,
    change: {
      ...(source !== undefined && { source }),
      ...(actor.scope === 'client' && { confirmed_at: work.now, reminded_at: null }),
    },
  });
  if (searches !== undefined) await replaceSearches(work.db, { ...key, searches });
  if (eligibilities !== undefined) await replaceEligibilities(work.db, { ...key, eligibilities });
  work.audit({ changed });
  return reindexAndReloadBuyer(work, actor, {
    buyerId,
    type: changed.length > 0 ? 'buyer.updated' : null,
    changed,
  });
}

/** Confirms the profile as of now. Throws NOT_FOUND, RULE_BROKEN in the trash. */
export async function confirmBuyer(work: Work, actor: Member, buyerId: string): Promise<Buyer> {
  const { version } = authorize(actor, 'buyer:update', await findBuyerRow(work.db, actor, buyerId));
  await changeBuyer(work, actor, { buyerId, version, change: { confirmed_at: work.now, reminded_at: null } });
  return reindexAndReloadBuyer(work, actor, { buyerId, type: 'buyer.confirmed' });
}

/** Throws INVALID_INPUT for a file that is not the customer's or a future date, and like `updateBuyer`. */
export async function changeProofOfFunds(
  work: Work,
  actor: Member,
  { buyerId, version, proofOfFunds }: { buyerId: string } & BodyOf<typeof setProofOfFunds>,
): Promise<Buyer> {
  const row = authorize(actor, 'buyer:manage', await findBuyerRow(work.db, actor, buyerId));
  const { workspaceId } = actor;
  const { amountCents = null, documentId = null, isVerified = false } = proofOfFunds ?? {};
  const today = toCalendarDate(work.now, actor.timeZone);
  const datedOn = proofOfFunds?.datedOn ?? today;
  if (datedOn > today) throw invalidField('proofOfFunds.datedOn', 'Cannot be in the future');
  if (
    documentId !== null &&
    !(await isRecordFile(work.db, {
      workspaceId,
      column: 'customer_id',
      recordId: row.customer_id,
      documentId,
    }))
  )
    throw invalidField('proofOfFunds.documentId', 'This file is not on this customer');
  await changeBuyer(work, actor, {
    buyerId,
    version,
    change: {
      proof_amount_cents: amountCents,
      proof_dated_on: proofOfFunds === null ? null : datedOn,
      proof_document_id: documentId,
      proof_verified_by: isVerified ? actor.userId : null,
      proof_verified_at: isVerified ? work.now : null,
    },
  });
  return reindexAndReloadBuyer(work, actor, {
    buyerId,
    type: isVerified ? 'buyer.funds_verified' : 'buyer.updated',
    changed: ['proof_of_funds'],
  });
}

/** Blocks with a reason, or unblocks. Throws like `updateBuyer`. */
export async function setBlocked(
  work: Work,
  actor: Member,
  { buyerId, version, reason }: { buyerId: string } & BodyOf<typeof blockBuyer>,
): Promise<Buyer> {
  authorize(actor, 'buyer:manage', await findBuyerRow(work.db, actor, buyerId));
  const blockedAt = reason === null ? null : work.now;
  await changeBuyer(work, actor, {
    buyerId,
    version,
    change: { blocked_at: blockedAt, blocked_reason: reason },
  });
  if (reason === null) await unblockOthers(work.db, { workspaceId: actor.workspaceId, buyerId });
  return reindexAndReloadBuyer(work, actor, {
    buyerId,
    type: reason === null ? 'buyer.unblocked' : 'buyer.blocked',
  });
}

/** Moves a profile to the trash, or restores it. Throws NOT_FOUND if it is there already. */
export async function setDeleted(
  work: Work,
  actor: Member,
  { buyerId, isDeleted }: { buyerId: string; isDeleted: boolean },
): Promise<Buyer> {
  authorize(actor, 'buyer:delete', await findBuyerRow(work.db, actor, buyerId));
  const isMoved = await setDeletedAt(work.db, {
    table: 'buyer_profiles',
    workspaceId: actor.workspaceId,
    id: buyerId,
    deletedAt: isDeleted ? work.now : null,
    now: work.now,
  });
  if (!isMoved) throw notFound('buyer');
  return reindexAndReloadBuyer(work, actor, {
    buyerId,
    type: isDeleted ? 'buyer.deleted' : 'buyer.restored',
  });
}

/** A buyer in scope, deleted or not. Throws NOT_FOUND. */
export async function loadBuyer(work: Work, actor: Member, buyerId: string): Promise<BuyerRow> {
  const row = await findBuyerRow(work.db, actor, buyerId);
  if (row === null) throw notFound('buyer');
  return row;
}

/** Changes a profile and its version. Throws STALE_VERSION with the current buyer. */
export async function changeBuyer(
  work: Work,
  actor: Member,
  {
    buyerId,
    version,
    change: columns,
  }: { buyerId: string; version: number; change: Updateable<BuyerProfilesTable> },
): Promise<void> {
  const isCurrent = await updateBuyerRow(work.db, {
    workspaceId: actor.workspaceId,
    buyerId,
    version,
    change: { ...columns, updated_at: work.now },
  });
  if (!isCurrent) throw staleVersion(await getBuyer(work, actor, buyerId));
}

function isOther(input: object | undefined, stored: object): boolean {
  return input !== undefined && JSON.stringify(input) !== JSON.stringify(stored);
}

/** Writes search and timeline entries, updates open pages, and returns the buyer. */
export async function reindexAndReloadBuyer(
  work: Work,
  actor: Member,
  { buyerId, type, changed }: { buyerId: string; type: ActivityType | null; changed?: readonly string[] },
): Promise<Buyer> {
  const { workspaceId } = actor;
  const row = await loadBuyer(work, actor, buyerId);
  await indexBuyers(work.db, { workspaceId, buyerIds: [buyerId] });
  if (type !== null)
    await recordActivity(work, {
      ...byMember(actor, row.customer_id),
      type,
      subject: { kind: 'buyer', id: buyerId },
      ...(changed !== undefined && { detail: { changed } }),
    });
  work.publish({ workspaceId, noun: 'buyer', id: buyerId, version: row.version, isForClient: true });
  return presentBuyer(actor, row, work.now);
}
