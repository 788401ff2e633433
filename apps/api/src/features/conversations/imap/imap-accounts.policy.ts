import type { ImapOwner } from '@handover/contract/imap-accounts.ts';
import { roleLevels } from '@handover/contract/roles.ts';
import type { Member } from '#platform/session/actor.ts';

/** The workspace's mailbox is its administrators'; everybody on the staff may have one of their own. */
export function canManageMailbox(member: Member, of: ImapOwner): boolean {
  return member.level >= (of === 'workspace' ? roleLevels.ADMIN : roleLevels.STAFF);
}
