import type { Member } from '#platform/session/actor.ts';
import { definePolicy } from '#platform/session/policy.ts';

type Deletable = { readonly deleted_at: Date | null };

/** A deal needs its business: its moves also move the business. */
export const hasOpenDeals =
  'A business with open deals cannot be moved to the trash. Mark the deals lost, or delete them, first.';

export const businessPolicy = definePolicy<{
  'business:update': Deletable;
  'business:move': Deletable;
  'business:override': Deletable;
  'business:value': Deletable;
  'business:delete': Deletable;
}>({
  noun: 'business',
  trash: { level: 'STAFF' },
  rules: {
    'business:update': { level: 'STAFF' },
    'business:move': { level: 'STAFF' },
    'business:override': {
      level: 'ADMIN',
      refusal: 'Only administrators can override a requirement.',
    },
    'business:value': { level: 'STAFF' },
    'business:delete': { level: 'STAFF', inTrash: true },
  },
});

export const { can, authorize } = businessPolicy;

/** Whether the member sees the broker's working figures and remarks. */
export function canSeeInternals(member: Member): boolean {
  return member.scope !== 'client';
}
