import type { ImapOwner } from '@handover/contract/conversations/imap-accounts.ts';
import type { Member } from '#platform/session/actor.ts';
import { definePolicy, isAdmin } from '#platform/session/policy.ts';

/** Belongs to a member, or is shared by the workspace. */
type OwnedItem = { readonly owner_id: string | null };

const byOwner = {
  level: 'STAFF',
  when: (member: Member, { owner_id: ownerId }: OwnedItem) =>
    ownerId === null ? isAdmin(member) : ownerId === member.userId,
} as const;

export const { can, authorize } = definePolicy<{
  'template:create': OwnedItem;
  'template:update': OwnedItem;
  'mailbox:connect': { readonly of: ImapOwner };
}>({
  noun: 'template',
  rules: {
    'template:create': { ...byOwner, refusal: 'Only administrators can create shared templates.' },
    'template:update': { ...byOwner, refusal: 'Only administrators can change shared templates.' },
    'mailbox:connect': {
      level: 'STAFF',
      when: (member, { of }) => of === 'me' || isAdmin(member),
      refusal: 'Only administrators can manage the shared mailbox.',
    },
  },
});
