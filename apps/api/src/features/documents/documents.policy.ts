import { definePolicy } from '#platform/session/policy.ts';

type Deletable = { readonly deleted_at: Date | null };

/** Whoever on staff may read a document may change it. */
export const documentPolicy = definePolicy<Record<'document:update' | 'document:delete', Deletable>>({
  noun: 'file',
  trash: { level: 'STAFF' },
  rules: {
    'document:update': { level: 'STAFF' },
    'document:delete': { level: 'STAFF', inTrash: true },
  },
});

export const { can, authorize } = documentPolicy;
