import type { Member } from '#platform/session/actor.ts';
import { definePolicy, isAdmin } from '#platform/session/policy.ts';

type OwnedView = { readonly owner_id: string; readonly deleted_at: Date | null };

const byOwner = {
  level: 'STAFF',
  when: (member: Member, view: OwnedView) => view.owner_id === member.userId || isAdmin(member),
  refusal: 'This view belongs to someone else. Save your own copy.',
} as const;
const byOwnerOnly = {
  level: 'STAFF',
  // An administrator who made another member's view personal would no longer see it.
  when: (member: Member, view: OwnedView) => view.owner_id === member.userId,
  refusal: 'Only its owner can make this view personal again.',
} as const;

export const { can, authorize } = definePolicy<
  Record<'view:update' | 'view:unshare' | 'view:delete', OwnedView>
>({
  noun: 'view',
  trash: byOwner,
  rules: {
    'view:update': byOwner,
    'view:unshare': byOwnerOnly,
    'view:delete': { ...byOwner, inTrash: true },
  },
});
