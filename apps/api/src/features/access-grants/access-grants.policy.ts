import type { GrantLevel } from '@handover/contract/access-grants.ts';
import { definePolicy } from '#platform/session/policy.ts';

/** Staff share a record for viewing; granting contribution, and changing or ending a grant, is for administrators. */
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
