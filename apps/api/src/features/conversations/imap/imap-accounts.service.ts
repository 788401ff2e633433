import {
  type changeImapBody,
  type removeSkippedMessageBody,
  type ImapAccount,
  type ImapOwner,
  type ImapStatus,
  imapTransitions,
  type startImapBody,
} from '@handover/contract/conversations/imap-accounts.ts';
import type { Updateable } from 'kysely';
import type * as z from 'zod/mini';
import type { ImapAccountsTable } from '#db/schema/imap.ts';
import { addMinutes } from '#lib/clock.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { getDefaultMailbox } from '../mailboxes.service.ts';
import { authorize } from '../conversations.policy.ts';
import { getFoundFolders, presentAccount } from './imap-accounts.presenter.ts';
import {
  type AccountRow,
  deleteAccount,
  findOwnerAccount,
  findStoredMailbox,
  releaseMailbox,
  setMailboxOwner,
  toAccountKey,
  updateAccount,
} from './imap-accounts.queries.ts';
import { publishAccount } from './imap-connection.ts';
import { listFolders, releaseLease, replaceFolders, revokeLease } from './sync.queries.ts';
import {
  deleteSkippedMessage,
  listSkippedMessages,
  makeSkippedMessagesDue,
} from './skipped-messages.queries.ts';

const backlogDays = 30;

/** The account, or null if none is connected. Throws FORBIDDEN. */
export async function findImapAccount(work: Work, actor: Member, of: ImapOwner): Promise<ImapAccount | null> {
  const row = await find(work, actor, of);
  return row === null ? null : present(work, row);
}

/** Throws FORBIDDEN, NOT_FOUND. */
export async function getImapAccount(work: Work, actor: Member, of: ImapOwner): Promise<ImapAccount> {
  return present(work, await load(work, actor, of));
}

/**
 * Starts syncing. Throws FORBIDDEN, NOT_FOUND, STALE_VERSION, RULE_BROKEN, INVALID_INPUT for unknown folders.
 */
export async function startAccount(
  work: Work,
  actor: Member,
  { of, input }: { of: ImapOwner; input: z.output<typeof startImapBody> },
): Promise<void> {
  const row = await load(work, actor, of);
  if (row.status !== 'ready') throw new AppError('RULE_BROKEN', rejectionReasons[row.status]);
  const { folders, since, version } = input;
  const syncSince = since === 'now' ? work.now : addMinutes(work.now, -backlogDays * 24 * 60);
  await move(work, row, {
    to: 'active',
    version,
    change: { takes_since: syncSince, started_at: work.now },
  });
  await chooseFolders(work, row, folders);
  await releaseLease(work.db, { ...toAccountKey(row), now: work.now });
  work.audit({ of, folders, since });
}

/** Changes the folders, or shares a personal mailbox. Throws like `startAccount`. */
export async function changeAccount(
  work: Work,
  actor: Member,
  { of, input: { version, folders, isShared } }: { of: ImapOwner; input: z.output<typeof changeImapBody> },
): Promise<void> {
  const row = await load(work, actor, of);
  if (
    row.version !== version ||
    !(await updateAccount(work.db, { ...toAccountKey(row), seen: row, change: {} }))
  )
    throw staleVersion(await getImapAccount(work, actor, of));
  if (folders !== undefined) {
    if (row.started_at === null) throw new AppError('RULE_BROKEN', 'Start syncing with these folders first.');
    await chooseFolders(work, row, folders);
    if (row.status === 'active') await releaseLease(work.db, { ...toAccountKey(row), now: work.now });
  }
  if (isShared !== undefined) {
    if (of === 'workspace') throw new AppError('RULE_BROKEN', 'The workspace mailbox is always shared.');
    await shareMailbox(work, actor, { mailboxId: row.mailbox_id, isShared });
  }
  work.audit({ of, ...(folders && { folders }), ...(isShared !== undefined && { isShared }) });
  publishAccount(work, row);
}

/** Throws FORBIDDEN, NOT_FOUND, RULE_BROKEN. */
export async function pauseAccount(work: Work, actor: Member, of: ImapOwner): Promise<void> {
  const row = await load(work, actor, of);
  await revokeLease(work.db, toAccountKey(row));
  await move(work, row, { to: 'paused', change: { syncing_since: null } });
  work.audit({ of });
}

/** Continues from the last position. Throws FORBIDDEN, NOT_FOUND, RULE_BROKEN. */
export async function resumeAccount(work: Work, actor: Member, of: ImapOwner): Promise<void> {
  const row = await load(work, actor, of);
  if (row.started_at === null) throw new AppError('RULE_BROKEN', rejectionReasons[row.status]);
  await move(work, row, { to: 'active', change: { failures: 0, refusals: 0 } });
  await releaseLease(work.db, { ...toAccountKey(row), now: work.now });
  work.audit({ of });
}

/** Syncs now instead of at the next poll. Throws FORBIDDEN, NOT_FOUND, RULE_BROKEN unless active. */
export async function syncAccount(work: Work, actor: Member, of: ImapOwner): Promise<void> {
  const row = await load(work, actor, of);
  if (row.status !== 'active') throw new AppError('RULE_BROKEN', rejectionReasons[row.status]);
  await releaseLease(work.db, { ...toAccountKey(row), now: work.now });
  work.audit({ of });
}

/** Retries skipped messages now. Throws FORBIDDEN, NOT_FOUND, RULE_BROKEN unless active. */
export async function retrySkippedMessages(work: Work, actor: Member, of: ImapOwner): Promise<void> {
  const row = await load(work, actor, of);
  if (row.status !== 'active') throw new AppError('RULE_BROKEN', rejectionReasons[row.status]);
  await makeSkippedMessagesDue(work.db, { ...toAccountKey(row), now: work.now });
  await releaseLease(work.db, { ...toAccountKey(row), now: work.now });
  work.audit({ of });
  publishAccount(work, row);
}

/** Removes a message from the skipped list. Throws FORBIDDEN, NOT_FOUND. */
export async function removeSkippedMessage(
  work: Work,
  actor: Member,
  { of, input }: { of: ImapOwner; input: z.output<typeof removeSkippedMessageBody> },
): Promise<void> {
  const row = await load(work, actor, of);
  const { folder, uid, uidValidity } = input;
  const isForgotten = await deleteSkippedMessage(work.db, {
    ...toAccountKey(row),
    path: folder,
    uid,
    uidValidity,
  });
  if (!isForgotten) throw notFound('message');
  work.audit({ of, folder, uid });
  publishAccount(work, row);
}

/** Deletes server and password; received mail is kept. Throws FORBIDDEN, NOT_FOUND. */
export async function disconnectAccount(work: Work, actor: Member, of: ImapOwner): Promise<void> {
  const row = await load(work, actor, of);
  await deleteAccount(work.db, toAccountKey(row));
  work.audit({ of });
  publishAccount(work, row);
}

/** The account if the actor may manage it, or null. Throws FORBIDDEN. */
export async function find(work: Work, actor: Member, of: ImapOwner): Promise<AccountRow | null> {
  authorize(actor, 'mailbox:connect', { of });
  if (of === 'workspace') await getDefaultMailbox(work, actor.workspaceId);
  const { workspaceId, userId } = actor;
  return findOwnerAccount(work.db, { workspaceId, userId, of });
}

async function load(work: Work, actor: Member, of: ImapOwner): Promise<AccountRow> {
  const row = await find(work, actor, of);
  if (row === null) throw notFound('mailbox connection');
  return row;
}

async function present(work: Work, row: AccountRow): Promise<ImapAccount> {
  const folders = await listFolders(work.db, toAccountKey(row));
  const setAside = await listSkippedMessages(work.db, toAccountKey(row));
  return presentAccount(row, { chosen: folders, setAside, now: work.now });
}

async function move(
  work: Work,
  row: AccountRow,
  {
    to,
    version = row.version,
    change,
  }: { to: ImapStatus; version?: number; change: Updateable<ImapAccountsTable> },
): Promise<void> {
  if (!imapTransitions[row.status].includes(to))
    throw new AppError('RULE_BROKEN', rejectionReasons[row.status]);
  const moved = {
    ...change,
    status: to,
    status_since: work.now,
    error: null,
    error_since: null,
    failure_notified_at: null,
  };
  const isSeen = row.version === version;
  if (!isSeen || !(await updateAccount(work.db, { ...toAccountKey(row), seen: row, change: moved })))
    throw staleVersion(await present(work, row));
  publishAccount(work, row);
}

/** Shares a personal mailbox with everyone who can see its customers, or makes it private again. */
async function shareMailbox(
  work: Work,
  { workspaceId, userId }: Member,
  { mailboxId, isShared }: { mailboxId: string; isShared: boolean },
): Promise<void> {
  await setMailboxOwner(work.db, { workspaceId, mailboxId, ownerId: isShared ? null : userId });
  // Whole conversations appear or disappear, so every message list is stale.
  for (const noun of ['message', 'activity'] as const) work.publish({ workspaceId, noun, id: workspaceId });
}

async function chooseFolders(work: Work, row: AccountRow, paths: readonly string[]): Promise<void> {
  const found = getFoundFolders(row);
  const folders = found.filter(({ path }) => paths.includes(path)).map(({ path, role }) => ({ path, role }));
  if (folders.length < new Set(paths).size)
    throw invalidField('folders', 'The server has no such folder. Test the connection again.');
  await replaceFolders(work.db, { ...toAccountKey(row), folders });
}

const rejectionReasons = {
  testing: 'The connection is being tested.',
  failed: 'The last test failed. Correct the server settings first.',
  ready: 'Choose folders and start syncing first.',
  active: 'Syncing is already running.',
  paused: 'Syncing is paused.',
  refused: 'The mail server rejected the sign-in. Enter the password again.',
} as const satisfies Record<ImapStatus, string>;

/**
 * Stops syncing a personal mailbox and deletes its password. A handover also unlinks the mailbox, since
 * nobody reads its address any more.
 */
export async function stopPersonalAccount(
  work: Work,
  { workspaceId, userId, isHandover }: { workspaceId: string; userId: string; isHandover: boolean },
): Promise<void> {
  const mailbox = await findStoredMailbox(work.db, { workspaceId, userId });
  if (mailbox === null) return;
  await deleteAccount(work.db, { workspaceId, mailboxId: mailbox.id });
  if (isHandover) await releaseMailbox(work.db, { workspaceId, userId });
  work.publish({ workspaceId, noun: 'workspace', id: mailbox.id, userId });
}
