import { hasFact, factKeys, type FactChanges } from '@handover/contract/businesses/business-facts.ts';
import type { BusinessType } from '@handover/contract/businesses/business-list.ts';
import type { CoOwners } from '@handover/contract/businesses/business-owners.ts';
import type { CreateBusiness } from '@handover/contract/businesses/businesses.ts';
import { findLeaks } from '@handover/domain/leak-check/leak-check.ts';
import { AppError, invalidField } from '#lib/errors.ts';
import { getCustomerRef } from '#features/customers/customers.public.ts';
import type { Member } from '#platform/session/actor.ts';
import { assertStaffMember } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';
import { lockBuyerIds } from './businesses.queries.ts';

/** Throws INVALID_INPUT for an owner the member may not read, or a broker outside of the workspace. */
export async function checkLinks(
  work: Work,
  actor: Member,
  { ownerId, brokerId }: { ownerId: string | null | undefined; brokerId: string | null | undefined },
): Promise<void> {
  if (ownerId != null) await requireCustomer(work, actor, { customerId: ownerId, field: 'ownerId' });
  await assertStaffMember(work.db, actor.workspaceId, { path: 'brokerId', userId: brokerId });
}

type Owners = { readonly ownerId: string | null; readonly coOwnerIds: readonly string[] };

/** Throws INVALID_INPUT for other owners without a main one, the main one among them, or one the member may not read. */
export async function checkCoOwners(
  work: Work,
  actor: Member,
  {
    before,
    ownerId,
    coOwners,
  }: { before: Owners; ownerId: string | null | undefined; coOwners: CoOwners | undefined },
): Promise<void> {
  const mainId = ownerId === undefined ? before.ownerId : ownerId;
  const ids = coOwners?.map(({ customerId }) => customerId) ?? before.coOwnerIds;
  const field = coOwners === undefined ? 'ownerId' : 'coOwners';
  if (mainId === null && ids.length > 0) throw invalidField(field, 'Choose the main owner first');
  if (mainId !== null && ids.includes(mainId))
    throw invalidField(field, 'The main owner is also one of the other owners');
  for (const customerId of ids)
    if (!before.coOwnerIds.includes(customerId))
      await requireCustomer(work, actor, { customerId, field: 'coOwners' });
}

/** Throws INVALID_INPUT for a new owner who is buying the business: an owner reads the offers of other buyers. */
export async function checkNotBuying(
  { db }: Work,
  { workspaceId }: Member,
  {
    businessId,
    before,
    ownerId,
    coOwners,
  }: {
    businessId: string;
    before: Owners;
    ownerId: string | null | undefined;
    coOwners: CoOwners | undefined;
  },
): Promise<void> {
  const added = [
    ...(ownerId == null ? [] : [{ field: 'ownerId', id: ownerId }]),
    ...(coOwners ?? []).map(({ customerId: id }) => ({ field: 'coOwners', id })),
  ].filter(({ id }) => id !== before.ownerId && !before.coOwnerIds.includes(id));
  if (added.length === 0) return;
  const buyerIds = await lockBuyerIds(db, { workspaceId, businessId });
  const buying = added.find(({ id }) => buyerIds.includes(id));
  if (buying !== undefined)
    throw invalidField(buying.field, 'This customer has an open deal on this business. End that deal first.');
}

/** Throws INVALID_INPUT for a fact that the type does not have. */
export function checkFacts(type: BusinessType, changes: FactChanges | undefined): void {
  const foreign = factKeys.find((key) => changes?.[key] != null && !hasFact(type, key));
  if (foreign !== undefined)
    throw invalidField(`typeFacts.${foreign}`, 'Businesses of this type do not have this field');
}

export function checkPrices({
  askingPriceCents,
  reducedPriceCents,
}: Pick<CreateBusiness, 'askingPriceCents' | 'reducedPriceCents'>): void {
  if (reducedPriceCents != null && reducedPriceCents >= (askingPriceCents ?? 0))
    throw invalidField('reducedPriceCents', 'Must be below the asking price');
}

/**
 * Throws INVALID_INPUT for a public title with the name of the business, disguised or not. The gate of its stage checks
 * for other revealing text, such as its owner.
 */
export function checkPublicTitle(publicTitle: string | null | undefined, name: string): void {
  const [leak] = publicTitle == null ? [] : findLeaks(publicTitle, { names: [name] });
  if (publicTitle == null || leak === undefined) return;
  const passage = publicTitle.slice(leak.start, leak.end);
  throw invalidField('publicTitle', `Remove “${passage}”. It identifies the business.`);
}

async function requireCustomer(
  work: Work,
  actor: Member,
  { customerId, field }: { customerId: string; field: string },
): Promise<void> {
  await getCustomerRef(work.db, actor, customerId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND')
      throw invalidField(field, 'You do not have access to this customer');
    throw error;
  });
}
