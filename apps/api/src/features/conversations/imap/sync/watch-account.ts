import { isStaffMember } from '#platform/members/member.queries.ts';
import type { AccountRow } from '../imap-accounts.queries.ts';
import { openAccount } from '../imap-server.ts';
import { findMailbox } from '../../mailboxes.queries.ts';
import { markSynced, markSyncing } from './account-state.ts';
import { listFolders } from './folders.queries.ts';
import { LeaseLostError, type Gate, type SyncContext, type SyncParts } from './sync-context.ts';
import { retrySetAside } from './set-aside.ts';
import { syncFolder } from './sync-folder.ts';

/** How a holder is told to look at once, or to stop. */
export type Watch = {
  readonly holderId: string;
  readonly gate: Gate;
  readonly pollMs: number;
  readonly stopped: AbortSignal;
  /** Fires at the next wish for a look; a new one each time. */
  nextWake(): AbortSignal;
};

/**
 * Reads an account as long as its turn is held: all folders, then again whenever the server has news of the
 * first of them, somebody wants a look, or a minute has gone by. Throws `ImapError` and what the file
 * store throws; returns when it is to stop.
 */
export async function watchAccount(parts: SyncParts, account: AccountRow, watch: Watch): Promise<void> {
  await markSyncing(parts.runner, account);
  const connection = await openAccount(parts.runner, account, parts);
  const hangUp = (): void => connection.close();
  watch.stopped.addEventListener('abort', hangUp, { once: true });
  try {
    let context = await contextOf(parts, account, { watch, connection });
    while (!watch.stopped.aborted) {
      const wake = watch.nextWake();
      await syncOnce(context);
      context = { ...context, isCareful: false };
      await markSynced(parts.runner, account);
      await connection.waitForNews({
        timeoutMs: watch.pollMs,
        signal: AbortSignal.any([wake, watch.stopped]),
      });
    }
  } catch (error) {
    // A connection that is hung up on purpose breaks what it was doing.
    if (!watch.stopped.aborted && !(error instanceof LeaseLostError)) throw error;
  } finally {
    watch.stopped.removeEventListener('abort', hangUp);
    connection.close();
  }
}

async function contextOf(
  parts: SyncParts,
  account: AccountRow,
  { watch, connection }: { watch: Watch; connection: SyncContext['connection'] },
): Promise<SyncContext> {
  const {
    workspace_id: workspaceId,
    mailbox_id: mailboxId,
    takes_since: claimsSince,
    started_at: startedAt,
  } = account;
  const mailbox = await findMailbox(parts.runner.db, { workspaceId, mailboxId });
  if (mailbox === null || claimsSince === null || startedAt === null) throw new LeaseLostError();
  const { holderId, gate, stopped } = watch;
  const keeperId = account.keeper_id;
  const isCareful = account.failures > 0;
  const whose = { parts, account, mailbox, keeperId, claimsSince, startedAt };
  return { ...whose, holderId, connection, gate, stopped, isCareful };
}

/** Who left, or is no longer on the staff, has no mail read for them. */
async function refuseStrangers({ parts, mailbox, keeperId }: SyncContext): Promise<void> {
  if (keeperId === null) return;
  const person = { workspaceId: mailbox.workspace_id, userId: keeperId };
  if (!(await isStaffMember(parts.runner.db, person))) throw new LeaseLostError();
}

/** The inbox comes first, and is what stays open to be listened to. */
async function syncOnce(given: SyncContext): Promise<void> {
  const { parts, account } = given;
  const { workspace_id: workspaceId, mailbox_id: mailboxId } = account;
  // It may have been shared, or handed over, since the last look.
  const mailbox = await findMailbox(parts.runner.db, { workspaceId, mailboxId });
  if (mailbox === null) throw new LeaseLostError();
  const context = { ...given, mailbox };
  await refuseStrangers(context);
  let isMarked = false;
  const onWork = async (): Promise<void> => {
    if (!isMarked) await markSyncing(parts.runner, account);
    isMarked = true;
  };
  const folders = await listFolders(parts.runner.db, { workspaceId, mailboxId });
  for (const folder of folders) await syncFolder(context, folder, { onWork });
  const hasRetried = await retrySetAside(context);
  if (folders.length <= 1 && !hasRetried) return;
  // News between the two looks would not be told again.
  const [now] = await listFolders(parts.runner.db, { workspaceId, mailboxId });
  if (now !== undefined) await syncFolder(context, now, { onWork });
}
