import { ImapError, type MessageHead } from '#adapters/imap/imap.ts';
import { addMinutes } from '#lib/clock.ts';
import { toAppError } from '#platform/http/problems.ts';
import { getErrorCode } from '#lib/error-codes.ts';
import { describeMissingFolders, notifyMailboxOwner } from './account-state.ts';
import { publishAccount } from './imap-connection.ts';
import { listFolders, setProgress } from './sync.queries.ts';
import {
  recordConnectionBreak,
  deleteRenumbered,
  deleteSkippedMessage,
  isAbandoned,
  listDueSkippedMessages,
  insertSkippedMessage,
  updateSkippedMessage,
  type DueSkippedMessage,
} from './skipped-messages.queries.ts';
import {
  ingestMessage,
  toAccountKey,
  LeaseLostError,
  type OpenFolder,
  setLastUid,
  renewLease,
  type SyncContext,
} from './ingest.ts';

/** Automatic retries of a skipped message; after these, a person must request one. */
const retryMinutes = [1, 30] as const;
/** Consecutive connection breaks at one message before it is skipped. */
const maxBreaks = 3;
const retriesPerLook = 50;
const statementTimeout = '57014';

/** Known details of a message, and how often it was skipped before. */
type FailedMessage = Pick<DueSkippedMessage, 'uid' | 'from_address' | 'subject' | 'received_at' | 'tries'>;

/** Files a message, or adds it to the skipped list. Throws errors that concern the whole mailbox. */
export async function ingestOrSkip(
  context: SyncContext,
  folder: OpenFolder,
  head: MessageHead,
): Promise<void> {
  try {
    await ingestMessage(context, folder, head);
  } catch (error) {
    const { uid, from, subject, receivedAt } = head;
    const message = { uid, from_address: from[0] ?? '', subject, received_at: receivedAt, tries: 0 };
    await handleFailure(context, folder, { message, error });
  }
}

/** The header of a message, or null if unreadable and skipped. Throws like `ingestOrSkip`. */
export async function readHeadOrSkip(
  context: SyncContext,
  folder: OpenFolder,
  uid: number,
): Promise<MessageHead | null> {
  try {
    return (await context.connection.readHeads([uid]))[0] ?? null;
  } catch (error) {
    const { now } = context.parts.runner.read();
    const message = { uid, from_address: '', subject: '', received_at: now, tries: 0 };
    await handleFailure(context, folder, { message, error });
    return null;
  }
}

/** Retries due messages and forgets those no longer in their folder. Returns whether any were due. */
export async function retrySkippedMessages(context: SyncContext): Promise<boolean> {
  const { runner } = context.parts;
  const listDue = async (): Promise<DueSkippedMessage[]> =>
    listDueSkippedMessages(runner.db, {
      ...toAccountKey(context),
      now: runner.clock.now(),
      limit: retriesPerLook,
    });
  let due = await listDue();
  const hasAny = due.length > 0;
  for (; due.length > 0; due = await listDue()) {
    const folders = await listFolders(runner.db, toAccountKey(context));
    for (const message of due) {
      const folder = folders.find(({ path }) => path === message.path);
      if (folder !== undefined) await retryOne(context, folder, message);
    }
  }
  return hasAny;
}

async function retryOne(
  context: SyncContext,
  { path, role }: Pick<OpenFolder, 'path' | 'role'>,
  message: DueSkippedMessage,
): Promise<void> {
  const { connection } = context;
  const opened = await connection.open(path);
  if (opened === null) throw new ImapError(describeMissingFolders([path]), { kind: 'other' });
  const { uidValidity } = opened;
  if (uidValidity !== message.uid_validity)
    return deleteRenumberedSkippedMessages(context, { path, uidValidity });
  const folder = { path, role, uidValidity, syncSince: null };
  try {
    const [head] = await connection.readHeads([message.uid]);
    if (head !== undefined) await ingestMessage(context, folder, head);
    await context.parts.runner.transact(async (work) => {
      await renewLease(work, context);
      await deleteSkippedMessage(work.db, { ...toAccountKey(context), path, uid: message.uid, uidValidity });
    });
  } catch (error) {
    await handleFailure(context, folder, { message, error });
  }
}

/**
 * Deletes skipped entries of a renumbered folder; the sync finds the messages again under their new UIDs.
 */
export async function deleteRenumberedSkippedMessages(
  context: SyncContext,
  { path, uidValidity }: Pick<OpenFolder, 'path' | 'uidValidity'>,
): Promise<void> {
  await context.parts.runner.transact(async (work) => {
    await renewLease(work, context);
    await deleteRenumbered(work.db, { ...toAccountKey(context), path, uidValidity });
  });
}

/**
 * Skips a message that cannot be filed. One that breaks the connection is skipped after several breaks, and
 * the error is still thrown. Other errors concern the whole mailbox and are thrown.
 */
async function handleFailure(
  context: SyncContext,
  folder: OpenFolder,
  { message, error }: { message: FailedMessage; error: unknown },
): Promise<void> {
  const { logger } = context.parts;
  if (isMessageError(error)) {
    logger.warn({ err: error, mailboxId: context.mailbox.id, uid: message.uid }, 'message skipped');
    return skipMessage(context, folder, { message, error });
  }
  if (!(error instanceof ImapError) || context.stopped.aborted) throw error;
  if (message.tries > 0 || (await hasTooManyBreaks(context, folder, message)))
    await skipMessage(context, folder, { message, error });
  throw error;
}

function isMessageError(error: unknown): boolean {
  if (error instanceof ImapError || error instanceof LeaseLostError) return false;
  const isTooSlow = getErrorCode(error) === statementTimeout;
  return isTooSlow || toAppError(error).code !== 'UNAVAILABLE';
}

async function hasTooManyBreaks(
  context: SyncContext,
  { path }: OpenFolder,
  { uid }: FailedMessage,
): Promise<boolean> {
  return context.parts.runner.transact(async (work) => {
    await renewLease(work, context);
    return (await recordConnectionBreak(work.db, { ...toAccountKey(context), path, uid })) >= maxBreaks;
  });
}

async function skipMessage(
  context: SyncContext,
  folder: OpenFolder,
  { message, error }: { message: FailedMessage; error: unknown },
): Promise<void> {
  const { uid, from_address, subject, received_at } = message;
  await context.parts.runner.transact(async (work) => {
    await renewLease(work, context);
    const key = toAccountKey(context);
    const minutes = retryMinutes[message.tries];
    const isFirst = message.tries === retryMinutes.length && !(await isAbandoned(work.db, key));
    await (message.tries === 0 ? insertSkippedMessage : updateSkippedMessage)(work.db, {
      workspace_id: key.workspaceId,
      mailbox_id: key.mailboxId,
      path: folder.path,
      uid_validity: folder.uidValidity,
      uid,
      from_address,
      subject,
      received_at,
      reason: getReason(error),
      tries: message.tries + 1,
      try_at: minutes === undefined ? null : addMinutes(work.now, minutes),
    });
    if (isFirst)
      await notifyMailboxOwner(work, context.account, {
        what: 'set-aside',
        title: `Email from ${from_address === '' ? 'an unknown sender' : from_address} to ${context.account.address} could not be imported. ${getReason(error)}`,
      });
    await setLastUid(work, context, { folder, lastUid: uid });
    // The sync has made progress, so the next connection need not back off.
    await setProgress(work.db, { ...key, change: { failures: 0 } });
    publishAccount(work, context.account);
  });
}

function getReason(error: unknown): string {
  if (error instanceof ImapError) return error.message;
  const { code, message } = toAppError(error);
  return code === 'INTERNAL' ? 'Something went wrong.' : message;
}
