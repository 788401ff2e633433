import type { Gate } from '#lib/gate.ts';
import type { AccountRow } from './imap-accounts.queries.ts';
import { openAccount } from './imap-connection.ts';
import { findMailbox } from '../mailboxes.queries.ts';
import { type FolderRow, listFolders, setFolderMissing, setProgress } from './sync.queries.ts';
import { markSynced, markSyncing } from './account-state.ts';
import {
  clockSlackMs,
  finishFolder,
  LeaseLostError,
  type OpenFolder,
  renewLease,
  saveLastUid,
  type SyncContext,
  type SyncParts,
  toAccountKey,
} from './ingest.ts';
import {
  deleteRenumberedSkippedMessages,
  ingestOrSkip,
  readHeadOrSkip,
  retrySkippedMessages,
} from './skip-message.ts';
import { isStaffMember } from '#platform/session/session.queries.ts';

/** Signals to the lease holder to sync now or to stop. */
type Watch = {
  readonly holderId: string;
  readonly gate: Gate;
  readonly pollMs: number;
  readonly stopped: AbortSignal;
  /** Aborts at the next sync request; a new signal each time. */
  nextWake(): AbortSignal;
  /** Whether all folders were read and the server is listened to. */
  setListening(isListening: boolean): void;
};

/**
 * Syncs an account while its lease is held: all folders first, then again on server news, on request, or every minute.
 * Returns when stopped. Throws `ImapError` and errors of the file store.
 */
export async function watchAccount(parts: SyncParts, account: AccountRow, watch: Watch): Promise<void> {
  await markSyncing(parts.runner, account);
  const connection = await openAccount(parts.runner, account, parts);
  const hangUp = (): void => connection.close();
  watch.stopped.addEventListener('abort', hangUp, { once: true });
  try {
    let context = await createContext(parts, account, { watch, connection });
    while (!watch.stopped.aborted) {
      const wake = watch.nextWake();
      await syncOnce(context);
      context = { ...context, isCareful: false };
      await markSynced(parts.runner, account);
      watch.setListening(true);
      await connection.waitForNews({
        timeoutMs: watch.pollMs,
        signal: AbortSignal.any([wake, watch.stopped]),
      });
      watch.setListening(false);
    }
  } catch (error) {
    // Closing the connection on purpose breaks the running command.
    if (!watch.stopped.aborted && !(error instanceof LeaseLostError)) throw error;
  } finally {
    watch.stopped.removeEventListener('abort', hangUp);
    connection.close();
  }
}

async function createContext(
  parts: SyncParts,
  account: AccountRow,
  { watch, connection }: { watch: Watch; connection: SyncContext['connection'] },
): Promise<SyncContext> {
  const {
    workspace_id: workspaceId,
    mailbox_id: mailboxId,
    takes_since: syncSince,
    started_at: startedAt,
  } = account;
  const mailbox = await findMailbox(parts.runner.db, { workspaceId, mailboxId });
  if (mailbox === null || syncSince === null || startedAt === null) throw new LeaseLostError();
  const { holderId, gate, stopped } = watch;
  const keeperId = account.keeper_id;
  const isCareful = account.failures > 0;
  const base = { parts, account, mailbox, keeperId, syncSince, startedAt };
  return { ...base, holderId, connection, gate, stopped, isCareful };
}

/** Mail of a person who has left the staff must not be read. */
async function requireStaffKeeper({ parts, mailbox, keeperId }: SyncContext): Promise<void> {
  if (keeperId === null) return;
  const person = { workspaceId: mailbox.workspace_id, userId: keeperId };
  if (!(await isStaffMember(parts.runner.db, person))) throw new LeaseLostError();
}

/** The inbox is opened last, so that the server sends its news while we wait. */
async function syncOnce(given: SyncContext): Promise<void> {
  const { parts, account } = given;
  const { workspace_id: workspaceId, mailbox_id: mailboxId } = account;
  // The mailbox may have been shared or handed over since the last sync.
  const mailbox = await findMailbox(parts.runner.db, { workspaceId, mailboxId });
  if (mailbox === null) throw new LeaseLostError();
  const context = { ...given, mailbox };
  await requireStaffKeeper(context);
  let isMarked = false;
  const onWork = async (): Promise<void> => {
    if (!isMarked) await markSyncing(parts.runner, account);
    isMarked = true;
  };
  const folders = await listFolders(parts.runner.db, { workspaceId, mailboxId });
  for (const folder of folders) await syncFolder(context, folder, { onWork });
  const hasRetried = await retrySkippedMessages(context);
  if (folders.length <= 1 && !hasRetried) return;
  // News that arrived while other folders were open would be missed.
  const [now] = await listFolders(parts.runner.db, { workspaceId, mailboxId });
  if (now !== undefined) await syncFolder(context, now, { onWork });
}

const headsPerBatch = 50;

/**
 * Files new messages one at a time. If the server renumbered the folder, all messages are checked again and
 * known ones skipped. A folder that no longer exists is marked, and the others are read.
 */
async function syncFolder(
  context: SyncContext,
  folder: FolderRow,
  { onWork }: { onWork: () => Promise<void> },
): Promise<void> {
  const { connection, syncSince } = context;
  const opened = await connection.open(folder.path);
  if ((opened === null) !== (folder.missing_since !== null))
    await markMissing(context, folder, { isMissing: opened === null });
  if (opened === null) return;
  const { uidValidity, uidNext } = opened;
  const isSame = folder.uid_validity === uidValidity;
  const after = isSame ? folder.last_uid : 0;
  const isRead = folder.read_validity === uidValidity;
  if (isRead && uidNext - 1 <= after) return;
  const since = isRead ? null : new Date(syncSince.getTime() - clockSlackMs);
  const open = { path: folder.path, role: folder.role, uidValidity, syncSince: since };
  if (!isSame) await deleteRenumberedSkippedMessages(context, open);
  const uids = await connection.listUids({ after, since });
  for (let start = 0; start < uids.length; start += headsPerBatch) {
    await onWork();
    const batch = uids.slice(start, start + headsPerBatch);
    if (context.isCareful) await ingestOneByOne(context, open, batch);
    else for (const head of await connection.readHeads(batch)) await ingestOrSkip(context, open, head);
    await saveLastUid(context, open, batch.at(-1) ?? after);
  }
  // Everything else in the folder is older than the sync start.
  const lastUid = Math.max(uids.at(-1) ?? 0, uidNext - 1, 0);
  if (!isRead || lastUid > after) await finishFolder(context, open, lastUid);
}

/** The list of folders to choose from is then that of now. */
async function markMissing(
  context: SyncContext,
  { path }: FolderRow,
  { isMissing }: { isMissing: boolean },
): Promise<void> {
  const found = await context.connection.listFolders();
  await context.parts.runner.transact(async (work) => {
    await renewLease(work, context);
    const key = toAccountKey(context);
    await setFolderMissing(work.db, { ...key, path, since: isMissing ? work.now : null });
    await setProgress(work.db, { ...key, change: { found_folders: JSON.stringify(found) } });
  });
}

/** Isolates a header that breaks the connection. */
async function ingestOneByOne(
  context: SyncContext,
  folder: OpenFolder,
  uids: readonly number[],
): Promise<void> {
  for (const uid of uids) {
    const head = await readHeadOrSkip(context, folder, uid);
    if (head !== null) await ingestOrSkip(context, folder, head);
  }
}
