import { definePolicy } from '#platform/session/policy.ts';

type Deletable = { readonly deleted_at: Date | null };

/** Staff who may read the business manage its contacts. */
export const { can, authorize } = definePolicy<Record<'contact:update' | 'contact:delete', Deletable>>({
  noun: 'contact',
  trash: { level: 'STAFF' },
  rules: {
    'contact:update': { level: 'STAFF' },
    'contact:delete': { level: 'STAFF', inTrash: true },
  },
});
