import { ImapError, type MessageHead } from '#adapters/imap/imap.ts';
import { addMinutes } from '#lib/clock.ts';
import { toAppError } from '#platform/http/problems.ts';
import { tell } from '../imap-accounts.service.ts';
import { notifyMailboxOwner } from './account-state.ts';
import { setProgress } from './account-state.queries.ts';
import { listFolders } from './folders.queries.ts';
import {
  countStuck,
  deleteRenumbered,
  deleteSetAside,
  isAbandoned,
  listDueSetAside,
  saveQuarantined,
  updateSetAside,
  type DueSetAside,
} from './set-aside.queries.ts';
import { LeaseLostError, type OpenFolder, type SyncContext } from './sync-context.ts';
import { renewLease, keyOf, passTo, ingestMessage } from './ingest.ts';

/** Minutes until a message that was set aside is tried again by itself; then a person has to ask. */
const retryMinutes = [1, 30] as const;
/** The connection may break so often in a row at a message before the mailbox goes on without it. */
const maxBreaks = 3;
const retriesPerLook = 50;
const statementTimeout = '57014';

/** A message as far as it is known, and how often it was set aside before. */
type Troublesome = Pick<DueSetAside, 'uid' | 'from_address' | 'subject' | 'received_at' | 'tries'>;

/** Takes in a message; one that cannot be taken in is set aside. Throws what concerns the whole mailbox. */
export async function ingestOrQuarantine(
  context: SyncContext,
  folder: OpenFolder,
  head: MessageHead,
): Promise<void> {
  try {
    await ingestMessage(context, folder, head);
  } catch (error) {
    const { uid, from, subject, receivedAt } = head;
    const message = { uid, from_address: from[0] ?? '', subject, received_at: receivedAt, tries: 0 };
    await cope(context, folder, { message, error });
  }
}

/** The head of a message, or null where it cannot be read and is set aside. Throws as `ingestOrQuarantine`. */
export async function readHeadOrSetAside(
  context: SyncContext,
  folder: OpenFolder,
  uid: number,
): Promise<MessageHead | null> {
  try {
    return (await context.connection.readHeads([uid]))[0] ?? null;
  } catch (error) {
    const { now } = context.parts.runner.read();
    const message = { uid, from_address: '', subject: '', received_at: now, tries: 0 };
    await cope(context, folder, { message, error });
    return null;
  }
}

/** Tries what was set aside and is due again; one that is gone from its folder is forgotten. Returns whether there was any. */
export async function retrySetAside(context: SyncContext): Promise<boolean> {
  const { runner } = context.parts;
  const listDue = async (): Promise<DueSetAside[]> =>
    listDueSetAside(runner.db, { ...keyOf(context), now: runner.clock.now(), limit: retriesPerLook });
  let due = await listDue();
  const hasAny = due.length > 0;
  for (; due.length > 0; due = await listDue()) {
    const folders = await listFolders(runner.db, keyOf(context));
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
  message: DueSetAside,
): Promise<void> {
  const { connection } = context;
  const { uidValidity } = await connection.open(path);
  if (uidValidity !== message.uid_validity) return forgetRenumbered(context, { path, uidValidity });
  const folder = { path, role, uidValidity, claimsSince: null };
  try {
    const [head] = await connection.readHeads([message.uid]);
    if (head !== undefined) await ingestMessage(context, folder, head);
    await context.parts.runner.transact(async (work) => {
      await renewLease(work, context);
      await deleteSetAside(work.db, { ...keyOf(context), path, uid: message.uid, uidValidity });
    });
  } catch (error) {
    await cope(context, folder, { message, error });
  }
}

/** Forgets what was set aside from a folder that has been numbered anew; it is met again by its new number. */
export async function forgetRenumbered(
  context: SyncContext,
  { path, uidValidity }: Pick<OpenFolder, 'path' | 'uidValidity'>,
): Promise<void> {
  await context.parts.runner.transact(async (work) => {
    await renewLease(work, context);
    await deleteRenumbered(work.db, { ...keyOf(context), path, uidValidity });
  });
}

/**
 * A message that cannot be filed is set aside at once, one at which the connection breaks after some times,
 * and then the connection is given up nevertheless. All else concerns more than the message, and is thrown.
 */
async function cope(
  context: SyncContext,
  folder: OpenFolder,
  { message, error }: { message: Troublesome; error: unknown },
): Promise<void> {
  const { logger } = context.parts;
  if (isOfMessage(error)) {
    logger.warn({ err: error, mailboxId: context.mailbox.id, uid: message.uid }, 'a message was set aside');
    return setAside(context, folder, { message, error });
  }
  if (!(error instanceof ImapError) || context.stopped.aborted) throw error;
  if (message.tries > 0 || (await breaksTooOften(context, folder, message)))
    await setAside(context, folder, { message, error });
  throw error;
}

function isOfMessage(error: unknown): boolean {
  if (error instanceof ImapError || error instanceof LeaseLostError) return false;
  const isTooSlow = error instanceof Error && 'code' in error && error.code === statementTimeout;
  return isTooSlow || toAppError(error).code !== 'UNAVAILABLE';
}

async function breaksTooOften(
  context: SyncContext,
  { path }: OpenFolder,
  { uid }: Troublesome,
): Promise<boolean> {
  return context.parts.runner.transact(async (work) => {
    await renewLease(work, context);
    return (await countStuck(work.db, { ...keyOf(context), path, uid })) >= maxBreaks;
  });
}

async function setAside(
  context: SyncContext,
  folder: OpenFolder,
  { message, error }: { message: Troublesome; error: unknown },
): Promise<void> {
  const { uid, from_address, subject, received_at } = message;
  await context.parts.runner.transact(async (work) => {
    await renewLease(work, context);
    const key = keyOf(context);
    const minutes = retryMinutes[message.tries];
    const isFirst = message.tries === retryMinutes.length && !(await isAbandoned(work.db, key));
    await (message.tries === 0 ? saveQuarantined : updateSetAside)(work.db, {
      workspace_id: key.workspaceId,
      mailbox_id: key.mailboxId,
      path: folder.path,
      uid_validity: folder.uidValidity,
      uid,
      from_address,
      subject,
      received_at,
      reason: reasonOf(error),
      tries: message.tries + 1,
      try_at: minutes === undefined ? null : addMinutes(work.now, minutes),
    });
    if (isFirst)
      await notifyMailboxOwner(work, context.account, {
        what: 'set-aside',
        title: `Mail from ${from_address === '' ? 'an unknown sender' : from_address} to ${context.account.address} could not be taken in. ${reasonOf(error)}`,
      });
    await passTo(work, context, { folder, lastUid: uid });
    // The mailbox gets on, so its next connection need not wait long.
    await setProgress(work.db, { ...key, change: { failures: 0 } });
    tell(work, context.account);
  });
}

function reasonOf(error: unknown): string {
  if (error instanceof ImapError) return error.message;
  const { code, message } = toAppError(error);
  return code === 'INTERNAL' ? 'Something went wrong on our side.' : message;
}
