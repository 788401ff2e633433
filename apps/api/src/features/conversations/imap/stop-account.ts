import type { Work } from '#platform/work.ts';
import { deleteAccount } from './imap-accounts.queries.ts';
import { findStoredMailbox, releaseMailbox } from './personal-mailbox.queries.ts';

/**
 * Ends the reading of a person's own mailbox and forgets its password. Before a hand-over the mailbox also
 * stops being their own, so that it can be somebody else's.
 */
export async function stopPersonalAccount(
  work: Work,
  { workspaceId, userId, isHandedOver }: { workspaceId: string; userId: string; isHandedOver: boolean },
): Promise<void> {
  const kept = await findStoredMailbox(work.db, { workspaceId, userId });
  if (kept === null) return;
  await deleteAccount(work.db, { workspaceId, mailboxId: kept.id });
  if (isHandedOver) await releaseMailbox(work.db, { workspaceId, userId });
  work.publish({ workspaceId, noun: 'workspace', id: kept.id, userId });
}
