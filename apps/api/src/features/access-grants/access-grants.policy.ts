import type { GrantLevel } from '@handover/contract/records/access-grants.ts';
import { definePolicy } from '#platform/session/policy.ts';

/** Staff can share a record for viewing. Only administrators can let others contribute, or change or end a grant. */
export const { authorize, can } = definePolicy<Record<`grant:${GrantLevel}`, object>>({
  noun: 'grant',
  rules: {
    'grant:view': { level: 'STAFF' },
    'grant:contribute': {
      level: 'ADMIN',
      refusal: 'Only administrators can let someone contribute.',
    },
  },
});
