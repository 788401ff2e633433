import { definePolicy } from '#platform/session/policy.ts';

type Deletable = { readonly deleted_at: Date | null };

/** Buyers change and confirm their own profile; everything else is for staff. */
export const buyerPolicy = definePolicy<
  Record<'buyer:update' | 'buyer:send-proof' | 'buyer:manage' | 'buyer:delete', Deletable>
>({
  noun: 'buyer',
  trash: { level: 'STAFF' },
  rules: {
    'buyer:update': { level: 'CLIENT' },
    // Staff record proof of funds themselves.
    'buyer:send-proof': { level: 'CLIENT', when: ({ scope }) => scope === 'client' },
    'buyer:manage': { level: 'STAFF' },
    'buyer:delete': { level: 'STAFF', inTrash: true },
  },
});

export const { can, authorize } = buyerPolicy;
