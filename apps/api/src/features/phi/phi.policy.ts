import type { Member } from '#platform/session/actor.ts';
import { definePolicy, isAdmin } from '#platform/session/policy.ts';

type ReviewedItem = {
  /** Brokers of the customers, the business, or the deal. */
  readonly broker_ids: readonly string[];
  /** Owner of a private mailbox: no one else may read its mail. */
  readonly mailbox_owner_id: string | null;
  /** The author of a note. */
  readonly author_id: string | null;
};

const canRelease = (
  member: Member,
  { broker_ids: brokerIds, mailbox_owner_id: ownerId }: ReviewedItem,
): boolean => isAdmin(member) || brokerIds.includes(member.userId) || ownerId === member.userId;

export const { can, authorize } = definePolicy<
  Record<'quarantine:open' | 'quarantine:release', ReviewedItem>
>({
  noun: 'quarantine',
  rules: {
    'quarantine:open': {
      level: 'STAFF',
      when: (member, row) => canRelease(member, row) || row.author_id === member.userId,
      refusal: 'Only an administrator or the broker of the record can review this.',
    },
    'quarantine:release': {
      level: 'STAFF',
      when: canRelease,
      refusal: 'Only an administrator or the broker of the record can release this.',
    },
  },
});
