import type { BusinessDetail } from '@handover/contract/businesses.ts';
import { roleLevels } from '@handover/contract/roles.ts';
import { forbidden } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';

/** What a member may do with a business that is in their scope. */
export function abilitiesOf(
  member: Member,
  business: { readonly deleted_at: Date | null },
): BusinessDetail['abilities'] {
  const isStaff = member.level >= roleLevels.STAFF;
  const isKept = business.deleted_at === null;
  return { canUpdate: isStaff && isKept, canMove: isStaff && isKept, canDelete: isStaff };
}

/** Whether the member sees the broker's working figures and remarks. */
export function canSeeInternals(member: Member): boolean {
  return member.scope !== 'client';
}

/**
 * The broker of a new or changed business: members who see only their own cannot assign others, and
 * the businesses that they create are their own. Throws FORBIDDEN.
 */
export function brokerFor(member: Member, brokerId: string | null | undefined): string | null | undefined {
  if (brokerId !== undefined && !isBrokerOpenTo(member, brokerId))
    throw forbidden('You can only be the broker of your own businesses.');
  return brokerId;
}

/** Whether a member may make this user, or nobody, the broker of a business. */
export function isBrokerOpenTo(member: Member, brokerId: string | null): boolean {
  return member.scope !== 'own' || brokerId === member.userId;
}
