import type { CustomerDetail } from '@handover/contract/customers.ts';
import { roleLevels } from '@handover/contract/roles.ts';
import { forbidden, notFound } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';

type Subject = {
  readonly email: string | null;
  readonly extra_emails: readonly string[];
  readonly user_id: string | null;
  readonly status: string;
  readonly deleted_at: Date | null;
};

/** What a member may do with a customer that is in their scope. */
export function abilitiesOf(member: Member, customer: Subject): CustomerDetail['abilities'] {
  const isStaff = member.level >= roleLevels.STAFF;
  const isAdmin = member.level >= roleLevels.ADMIN;
  const isKept = customer.deleted_at === null;
  return {
    canUpdate: isStaff && isKept,
    canBan: isAdmin && isKept,
    canDelete: isAdmin,
    canMerge: isAdmin && isKept,
    canInvite:
      isStaff &&
      isKept &&
      customer.email !== null &&
      customer.user_id === null &&
      customer.status === 'active',
    canSendEmail: isStaff && isKept && (customer.email !== null || customer.extra_emails.length > 0),
  };
}

/** The bin is for those who may empty it. Throws NOT_FOUND for everybody else. */
export function requireActiveOrAdmin(member: Member, customer: Pick<Subject, 'deleted_at'>): void {
  if (customer.deleted_at !== null && member.level < roleLevels.ADMIN) throw notFound('customer');
}

/** The broker of a new or changed customer: members who see only their own customers cannot hand them on. Throws FORBIDDEN. */
export function brokerFor(member: Member, wanted: string | null | undefined): string | null | undefined {
  if (wanted !== undefined && !isBrokerOpenTo(member, wanted))
    throw forbidden('You can only be the broker of your own customers.');
  return wanted;
}

/** Whether a member may make this user, or nobody, the broker of a customer. */
export function isBrokerOpenTo(member: Member, brokerId: string | null): boolean {
  return member.scope !== 'own' || brokerId === member.userId;
}
