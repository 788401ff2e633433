import type { EngagementLetter } from '@handover/contract/businesses/engagement-letters.ts';
import { definePolicy, isAdmin } from '#platform/session/policy.ts';

export const { can, authorize } = definePolicy<Record<'letter:share', Pick<EngagementLetter, 'status'>>>({
  noun: 'engagement letter',
  rules: {
    'letter:share': {
      level: 'STAFF',
      when: (member, { status }) => status === 'draft' || isAdmin(member),
      refusal: 'Only administrators can change brokers, splits, and retainers of a signed letter.',
    },
  },
});
