import { fold } from '@handover/domain/text/fold.ts';
import { toCalendarDate } from '@handover/domain/local-time.ts';
import { hash } from 'node:crypto';
import type { CreateInquiry, Inquiry } from '@handover/contract/buyers/buyer-inquiries.ts';
import { AppError, notFound } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { emailKey } from '#lib/text.ts';
import { notify } from '#platform/notifications.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  findInquiryRow,
  lockSender,
  findListing,
  findRecipients,
  insertInquiry,
  moveInquiry,
  type InquiryRow,
  type Listing,
} from './inquiries.queries.ts';

export type NewInquiry = Omit<CreateInquiry, 'listingReference'> & {
  readonly kind: Inquiry['kind'];
  readonly listingReference?: string | null | undefined;
  /** All listing numbers of an email, most likely first. */
  readonly listingReferences?: readonly string[];
  readonly businessId?: string | null | undefined;
  /** The received email that it was read from. */
  readonly messageId?: string;
  readonly isVerified?: boolean;
};

/**
 * Stores an inquiry and notifies the broker of the business, or the administrators. Portals resend inquiries: a second
 * inquiry on the same day with the same email, message, phone, and listing counts as the first. A confirmed
 * registration is always new.
 */
export async function receiveInquiry(
  work: Work,
  workspaceId: string,
  input: NewInquiry,
): Promise<{ inquiryId: string; isNew: boolean; listing: Listing | null }> {
  const { listingReference = null, businessId = null } = input;
  const { listingReferences = listingReference === null ? [] : [listingReference] } = input;
  const by = businessId === null ? { listingKeys: listingReferences.map(fold) } : { businessId };
  const listing = await findListing(work.db, { workspaceId, ...by });
  const { timeZone, adminIds } = await findRecipients(work.db, workspaceId);
  const newInquiryId = newId();
  const subject = listing?.id ?? fold(listingReference ?? '');
  const { id: inquiryId, isNew } = await insertInquiry(work.db, {
    ...toInquiryColumns(input),
    workspace_id: workspaceId,
    id: newInquiryId,
    business_id: listing?.id ?? null,
    received_on: toCalendarDate(work.now, timeZone),
    about: input.kind === 'registration' ? newInquiryId : getContentKey(input, subject),
    created_at: work.now,
  });
  if (isNew) {
    const broker = listing?.broker_id ?? null;
    await notify(work, {
      workspaceId,
      userIds: broker === null ? adminIds : [broker],
      type: 'inquiry.received',
      title: `New inquiry from ${input.name} (${input.source})`,
      customerId: null,
    });
    publish(work, workspaceId, inquiryId);
  }
  return { inquiryId, isNew, listing };
}

/** A hash of the content, so that an inquiry sent again is recognized unless its subject, message, or phone differs. */
function getContentKey({ message, phone }: NewInquiry, subject: string): string {
  return hash('sha256', JSON.stringify([subject, fold(message ?? ''), fold(phone ?? '')]));
}

function toInquiryColumns(input: NewInquiry) {
  return {
    kind: input.kind,
    source: input.source,
    name: input.name,
    email: input.email,
    email_key: emailKey(input.email),
    phone: input.phone ?? null,
    message: input.message ?? null,
    types: input.types ?? [],
    states: input.states ?? [],
    max_price_cents: input.maxPriceCents ?? null,
    min_sde_cents: input.minSdeCents ?? null,
    cash_cents: input.cashCents ?? null,
    timing: input.timing ?? null,
    experience: input.experience ?? null,
    listing_reference: input.listingReference ?? null,
    message_id: input.messageId ?? null,
    is_verified: input.isVerified ?? true,
    buyer_id: null,
    decided_by: null,
    decided_at: null,
  };
}

/** A pending inquiry, locked. Throws NOT_FOUND, CONFLICT if it was already decided. */
export async function lockPendingInquiry(work: Work, actor: Member, inquiryId: string): Promise<InquiryRow> {
  // The customers with the address are read afterward: the other inquiry may just have added one.
  await lockSender(work.db, { workspaceId: actor.workspaceId, inquiryId });
  const row = await findInquiryRow(work.db, actor, { inquiryId, isLocking: true });
  if (row === null) throw notFound('inquiry');
  if (row.status !== 'pending') throw new AppError('CONFLICT', `This inquiry was already ${row.status}.`);
  return row;
}

/** Dismisses a pending inquiry, or makes it pending again. Throws NOT_FOUND, CONFLICT for another status. */
export async function setDismissed(
  work: Work,
  actor: Member,
  { inquiryId, isDismissed }: { inquiryId: string; isDismissed: boolean },
): Promise<Inquiry> {
  const { workspaceId, userId } = actor;
  await getInquiry(work, actor, inquiryId);
  const isMoved = await moveInquiry(work.db, {
    workspaceId,
    inquiryId,
    userId,
    now: work.now,
    from: isDismissed ? 'pending' : 'dismissed',
    to: isDismissed ? 'dismissed' : 'pending',
  });
  if (!isMoved) throw new AppError('CONFLICT', 'Someone else already handled this inquiry. Reload the page.');
  publish(work, workspaceId, inquiryId);
  return getInquiry(work, actor, inquiryId);
}

/** Marks an inquiry as accepted, with the buyer that it became. */
export async function markAccepted(
  work: Work,
  actor: Member,
  { inquiryId, buyerId }: { inquiryId: string; buyerId: string },
): Promise<void> {
  const { workspaceId, userId } = actor;
  await moveInquiry(work.db, {
    workspaceId,
    inquiryId,
    buyerId,
    userId,
    now: work.now,
    from: 'pending',
    to: 'accepted',
  });
  publish(work, workspaceId, inquiryId);
}

/** Throws NOT_FOUND. */
export async function getInquiry(work: Work, actor: Member, inquiryId: string): Promise<Inquiry> {
  const row = await findInquiryRow(work.db, actor, { inquiryId, isLocking: false });
  if (row === null) throw notFound('inquiry');
  return presentInquiry(row);
}

export function presentInquiry(row: InquiryRow): Inquiry {
  return {
    id: row.id,
    kind: row.kind,
    source: row.source,
    name: row.name,
    email: row.email,
    phone: row.phone,
    message: row.message,
    types: [...row.types],
    states: [...row.states],
    maxPriceCents: row.max_price_cents,
    minSdeCents: row.min_sde_cents,
    cashCents: row.cash_cents,
    currency: row.currency,
    timing: row.timing,
    experience: row.experience,
    listingReference: row.listing_reference,
    business:
      row.business_id === null || row.business_name === null
        ? null
        : { id: row.business_id, name: row.business_name },
    isVerified: row.is_verified,
    status: row.status,
    buyerId: row.buyer_id,
    customers: row.customers,
    createdAt: row.created_at.toISOString(),
  };
}

function publish(work: Work, workspaceId: string, inquiryId: string): void {
  work.publish({ workspaceId, noun: 'inquiry', id: inquiryId });
}
