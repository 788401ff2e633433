import { type ContactPoint, listEmailAddresses } from '@handover/contract/customers/contact-points.ts';
import { AppError } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import { definePolicy } from '#platform/session/policy.ts';

type Deletable = { readonly deleted_at: Date | null };
type Emailable = Deletable & {
  readonly email: string | null;
  readonly contact_points: readonly ContactPoint[];
};
type Invitable = Deletable & {
  readonly email: string | null;
  readonly user_id: string | null;
  readonly status: string;
};

export const customerPolicy = definePolicy<{
  'customer:read': Deletable;
  'customer:update': Deletable;
  'customer:ban': Deletable;
  'customer:delete': Deletable;
  'customer:merge': Deletable;
  'customer:invite': Invitable;
  'customer:email': Emailable;
}>({
  noun: 'customer',
  trash: { level: 'ADMIN' },
  rules: {
    'customer:read': { level: 'CLIENT', inTrash: true },
    'customer:update': { level: 'STAFF' },
    'customer:ban': { level: 'ADMIN' },
    'customer:delete': { level: 'ADMIN', inTrash: true },
    'customer:merge': { level: 'ADMIN' },
    'customer:invite': { level: 'STAFF', when: (_member, customer) => 'email' in readInvitable(customer) },
    'customer:email': {
      level: 'STAFF',
      when: (_member, { email, contact_points: contactPoints }) =>
        listEmailAddresses({ email, contactPoints }).length > 0,
    },
  },
});

export const { can, authorize } = customerPolicy;

/** The email address for the invitation, or why the customer cannot be invited. */
function readInvitable({ email, user_id, status }: Invitable): { email: string } | { obstacle: string } {
  if (user_id !== null) return { obstacle: 'This customer already has a login.' };
  if (status === 'banned') return { obstacle: 'This customer is banned.' };
  return email === null
    ? { obstacle: 'Add an email address first. The invitation is sent to it.' }
    : { email };
}

/** The email address for the invitation. Throws RULE_BROKEN for a customer who cannot be invited. */
export function requireInvitable(customer: Invitable): string {
  const invitable = readInvitable(customer);
  if ('obstacle' in invitable) throw new AppError('RULE_BROKEN', invitable.obstacle);
  return invitable.email;
}

/** The error for a deleted or merged customer, without revealing more than the member may see. */
export function createMissingCustomerError(
  member: Member,
  row: (Deletable & { readonly merged_into: string | null }) | undefined,
): AppError {
  const error = customerPolicy.missing(member, row);
  return error.code === 'RULE_BROKEN' && row?.merged_into != null
    ? new AppError('CONFLICT', 'This customer was merged into another one. Reload the page.')
    : error;
}
