import { AppError } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { isStaffMember } from '#platform/members/member.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { getLoginAddress } from '../incoming/incoming.queries.ts';
import {
  findStoredMailbox,
  insertStoredMailbox,
  setMailboxAddress,
  setMailboxOwner,
} from './personal-mailbox.queries.ts';

/**
 * A member's own mailbox, made if there is none, with the address their mail leaves with. What was taken
 * in earlier is in it still. Throws RULE_BROKEN for who is no member of the workspace.
 */
export async function createPersonalMailbox(
  work: Work,
  { workspaceId, userId, displayName }: Member,
  given: string | undefined,
): Promise<string> {
  if (!(await isStaffMember(work.db, { workspaceId, userId })))
    throw new AppError('RULE_BROKEN', 'Only people who work in this workspace have a mailbox in it.');
  const kept = await findStoredMailbox(work.db, { workspaceId, userId });
  if (kept === null) {
    const address = given ?? (await getLoginAddress(work.db, userId));
    const id = newId();
    await insertStoredMailbox(work.db, {
      workspaceId,
      id,
      userId,
      address,
      name: displayName,
      now: work.now,
    });
    return id;
  }
  if (given !== undefined && given !== kept.address)
    await setMailboxAddress(work.db, { workspaceId, mailboxId: kept.id, address: given });
  return kept.id;
}

/** Opens a personal mailbox to all who see the customers of its mail, or closes it to them again. */
export async function shareMailbox(
  work: Work,
  { workspaceId, userId }: Member,
  { mailboxId, isShared }: { mailboxId: string; isShared: boolean },
): Promise<void> {
  await setMailboxOwner(work.db, { workspaceId, mailboxId, ownerId: isShared ? null : userId });
  // Whole conversations appear or go: every list of messages is stale.
  for (const noun of ['message', 'activity'] as const) work.publish({ workspaceId, noun, id: mailboxId });
}
