import type { GrantLevel } from '@handover/contract/access-grants.ts';
import { definePolicy } from '#platform/session/policy.ts';

/** Staff share a record for viewing; letting somebody contribute, and changing or ending that, is for administrators. */
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
