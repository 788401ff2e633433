import * as contract from '@handover/contract/buyers/buyer-inquiries.ts';
import type { Inquiry } from '@handover/contract/buyers/buyer-inquiries.ts';
import { maxSearches, type BuyerSearch } from '@handover/contract/buyers/buyers.ts';
import { tryInSavepoint } from '#db/savepoint.ts';
import { findCustomerProfile } from '#features/buyers/buyer-writes.queries.ts';
import {
  confirmBuyer,
  createBuyer,
  getBuyer,
  setDeleted,
  updateBuyer,
} from '#features/buyers/buyers.service.ts';
import {
  countInquiries,
  listInquiryRows,
  type InquiryRow,
} from '#features/buyers/inquiries/inquiries.queries.ts';
import {
  getInquiry,
  lockPendingInquiry,
  markAccepted,
  presentInquiry,
  receiveInquiry,
  setDismissed,
} from '#features/buyers/inquiries/inquiries.service.ts';
import { confirmRegistration, requestRegistration } from '#features/buyers/inquiries/registration.service.ts';
import { createCustomer } from '#features/customers/customers.service.ts';
import { getActiveCustomer } from '#features/customers/customers.public.ts';
import { createDeal } from '#features/deals/deals.service.ts';
import { AppError, forbidden, invalidField } from '#lib/errors.ts';
import { paginate } from '#lib/pagination.ts';
import { guestRoutes } from '#platform/guests/proof-of-work.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import { findMember } from '#platform/session/find-member.ts';
import { isStaffMember } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';

/** Registrations and inquiries of buyers, from their arrival to the resulting buyer and deal. */
export function inquiryRoutes(
  routes: Routes,
  platform: Pick<Platform, 'runner' | 'limits' | 'keyring' | 'config' | 'mail'>,
): void {
  guestRoutes(routes, platform);
  routes.add(contract.registerBuyer, ({ body, request }) =>
    requestRegistration(platform, body, { ipAddress: request.ip, requestId: request.id }),
  );
  routes.add(contract.confirmRegistration, ({ body, request }) =>
    confirmRegistration(platform, body, { ipAddress: request.ip, requestId: request.id }),
  );
  routes.add(contract.createInquiry, async ({ actor, body, work }) => {
    const { workspaceId } = actor;
    if (actor.scope !== 'all')
      throw forbidden('Only members with access to all records can accept inquiries.');
    const { inquiryId, isNew, listing } = await receiveInquiry(work, workspaceId, { ...body, kind: 'api' });
    const inquiry = await getInquiry(work, actor, inquiryId);
    const isClear = isNew && listing !== null && inquiry.customers.length <= 1;
    if (!isClear) return { inquiry };
    // If it is rejected, it remains a new inquiry for someone to decide.
    await tryInSavepoint(work.db, () => acceptInquiry(work, actor, { inquiryId }));
    return { inquiry: await getInquiry(work, actor, inquiryId) };
  });
  routes.add(contract.listInquiries, async ({ actor, query, work }) => {
    const { status, limit, cursor } = query;
    const { rows, ...page } = await paginate(platform.keyring, {
      limit,
      cursor,
      viewer: actor,
      binding: ['inquiries', status],
      fetch: (slice) => listInquiryRows(work.db, actor, { status, ...slice }),
      count: () => countInquiries(work.db, actor, status),
      positionOf: (row) => [row.created_at.toISOString(), row.id],
    });
    return { inquiries: rows.map(presentInquiry), ...page };
  });
  routes.add(contract.acceptInquiry, async ({ actor, params, body, work }) => ({
    inquiry: await acceptInquiry(work, actor, { inquiryId: params.id, ...body }),
  }));
  routes.add(contract.dismissInquiry, async ({ actor, params, work }) => ({
    inquiry: await setDismissed(work, actor, { inquiryId: params.id, isDismissed: true }),
  }));
  routes.add(contract.reopenInquiry, async ({ actor, params, work }) => ({
    inquiry: await setDismissed(work, actor, { inquiryId: params.id, isDismissed: false }),
  }));
}

/**
 * Turns an inquiry into a buyer: the customer with the email address, or a new one. Existing values are kept; a search
 * is added. An inquiry about a business opens a deal. Throws NOT_FOUND, CONFLICT if the inquiry was already decided,
 * INVALID_INPUT if several customers have the address and none is chosen.
 */
export async function acceptInquiry(
  work: Work,
  actor: Member,
  { inquiryId, customerId: chosenId }: { inquiryId: string; customerId?: string | undefined },
): Promise<Inquiry> {
  const inquiry = await lockPendingInquiry(work, actor, inquiryId);
  const customerId = await findOrCreateCustomer(work, actor, { inquiry, chosenId });
  const buyerId = await findOrCreateBuyer(work, actor, { inquiry, customerId });
  await markAccepted(work, actor, { inquiryId, buyerId });
  if (inquiry.business_id !== null && inquiry.business_name !== null)
    await openDeal(work, actor, { businessId: inquiry.business_id, customerId, source: inquiry.source });
  return getInquiry(work, actor, inquiryId);
}

async function findOrCreateCustomer(
  work: Work,
  actor: Member,
  { inquiry, chosenId }: { inquiry: InquiryRow; chosenId: string | undefined },
): Promise<string> {
  if (chosenId !== undefined) return (await getActiveCustomer(work.db, actor, chosenId)).id;
  const { name, email, phone, source, customers } = inquiry;
  const [only, ...others] = customers;
  if (others.length > 0)
    throw invalidField('customerId', 'Several customers have this email address. Choose one');
  if (only !== undefined) return only.id;
  const brokerId = await findBusinessBroker(work, actor, inquiry);
  const { id } = await createCustomer(work, actor, {
    name,
    email,
    source,
    ...(phone !== null && { phone }),
    ...(brokerId !== null && { brokerId }),
  });
  return id;
}

/** The broker of the inquiry's business, who gets the deal and the buyer's messages; null if the actor cannot assign. */
async function findBusinessBroker(
  { db }: Work,
  { workspaceId, scope }: Member,
  { business_broker_id: userId }: InquiryRow,
): Promise<string | null> {
  const isAssignable =
    scope === 'all' && userId !== null && (await isStaffMember(db, { workspaceId, userId }));
  return isAssignable ? userId : null;
}

async function findOrCreateBuyer(
  work: Work,
  actor: Member,
  { inquiry, customerId }: { inquiry: InquiryRow; customerId: string },
): Promise<string> {
  const search = findSearch(inquiry);
  const existing = await findCustomerProfile(work.db, { workspaceId: actor.workspaceId, customerId });
  if (existing === null) {
    const { id } = await createBuyer(work, actor, {
      customerId,
      source: inquiry.source,
      searches: search === null ? [] : [search],
    });
    // The buyers have just stated this themselves, from a confirmed address.
    if (inquiry.kind === 'registration') await confirmBuyer(work, actor, id);
    return id;
  }
  const { id: buyerId } = existing;
  if (existing.deleted_at !== null) await setDeleted(work, actor, { buyerId, isDeleted: false });
  const { searches, version } = await getBuyer(work, actor, buyerId);
  const isKnown = searches.some((each) => isSame(each, search));
  if (search !== null && !isKnown && searches.length < maxSearches)
    await updateBuyer(work, actor, { buyerId, input: { version, searches: [...searches, search] } });
  return buyerId;
}

function findSearch(inquiry: InquiryRow): BuyerSearch | null {
  const search = {
    types: [...inquiry.types],
    states: [...inquiry.states],
    minPriceCents: null,
    maxPriceCents: inquiry.max_price_cents,
    minSdeCents: inquiry.min_sde_cents,
    cashCents: inquiry.cash_cents,
    timing: inquiry.timing,
    experience: inquiry.experience,
  };
  const isOpen = Object.values(search).every(
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  );
  return isOpen ? null : search;
}

function isSame(one: BuyerSearch, other: BuyerSearch | null): boolean {
  const values = new Map<string, unknown>(Object.entries(one));
  return Object.entries(other ?? {}).every(
    ([key, value]) => JSON.stringify(values.get(key)) === JSON.stringify(value),
  );
}

/** Opens a deal unless one exists or none is possible: the buyer is kept either way. */
async function openDeal(
  work: Work,
  actor: Member,
  { businessId, customerId, source }: { businessId: string; customerId: string; source: string },
): Promise<void> {
  try {
    await createDeal(work, actor, { businessId, buyerId: customerId, source });
  } catch (error) {
    // Deals throw before they write.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
  }
}

/**
 * Accepts for the broker, if they see all customers: otherwise another member's customer could be added twice. An
 * inquiry that is rejected remains for someone to decide, and one that is decided is left as it is. Belongs to a
 * transaction of its own, so that a received inquiry is kept even if this fails.
 */
export async function acceptForBroker(
  work: Work,
  { workspaceId, brokerId, inquiryId }: { workspaceId: string; brokerId: string; inquiryId: string },
): Promise<void> {
  const actor = await findMember(work.db, { workspaceId, userId: brokerId, now: work.now });
  if (actor?.scope === 'all') await tryInSavepoint(work.db, () => acceptInquiry(work, actor, { inquiryId }));
}
