import {
  imapTransitions,
  type changeImapBody,
  type connectImapBody,
  type forgetSetAsideBody,
  type ImapAccount,
  type ImapOwner,
  type ImapStatus,
  type startImapBody,
} from '@handover/contract/imap-accounts.ts';
import type { Updateable } from 'kysely';
import type * as z from 'zod/mini';
import type { ImapAccountsTable } from '#db/schema/imap.ts';
import { addMinutes } from '#lib/clock.ts';
import { AppError, forbidden, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { getDefaultMailbox } from '../mailboxes.service.ts';
import { canManageMailbox } from './imap-accounts.policy.ts';
import { foundFoldersOf, presentAccount } from './imap-accounts.presenter.ts';
import { deleteAccount, findAccountOf, updateAccount, type AccountRow } from './imap-accounts.queries.ts';
import { shareMailbox } from './personal-mailbox.ts';
import { listFolders, replaceFolders } from './sync/folders.queries.ts';
import { deleteSetAside, listSetAside, makeSetAsideDue } from './sync/set-aside.queries.ts';
import { releaseLease, revokeLease } from './sync/turns.queries.ts';

export type ConnectInput = z.output<typeof connectImapBody>;

const backlogDays = 30;

/** The account as the contract shows it, or null. Throws FORBIDDEN. */
export async function findImapAccount(work: Work, actor: Member, of: ImapOwner): Promise<ImapAccount | null> {
  const row = await find(work, actor, of);
  return row === null ? null : present(work, row);
}

/** The account as the contract shows it. Throws FORBIDDEN, NOT_FOUND. */
export async function getImapAccount(work: Work, actor: Member, of: ImapOwner): Promise<ImapAccount> {
  return present(work, await load(work, actor, of));
}

/** Begins to take mail in. Throws FORBIDDEN, NOT_FOUND, STALE_VERSION, RULE_BROKEN, INVALID_INPUT for unknown folders. */
export async function startAccount(
  work: Work,
  actor: Member,
  { of, input }: { of: ImapOwner; input: z.output<typeof startImapBody> },
): Promise<void> {
  const row = await load(work, actor, of);
  if (row.status !== 'ready') throw new AppError('RULE_BROKEN', refusals[row.status]);
  const { folders, since, version } = input;
  const claimsSince = since === 'now' ? work.now : addMinutes(work.now, -backlogDays * 24 * 60);
  await move(work, row, {
    to: 'active',
    version,
    change: { takes_since: claimsSince, started_at: work.now },
  });
  await chooseFolders(work, row, folders);
  await releaseLease(work.db, { ...keyOf(row), now: work.now });
  work.audit({ of, folders, since });
}

/** Takes mail from other folders, or shares a mailbox of one's own. Throws as `startAccount`. */
export async function changeAccount(
  work: Work,
  actor: Member,
  { of, input: { version, folders, isShared } }: { of: ImapOwner; input: z.output<typeof changeImapBody> },
): Promise<void> {
  const row = await load(work, actor, of);
  if (row.version !== version || !(await updateAccount(work.db, { ...keyOf(row), seen: row, change: {} })))
    throw staleVersion(await getImapAccount(work, actor, of));
  if (folders !== undefined) {
    if (row.started_at === null) throw new AppError('RULE_BROKEN', 'Start it with these folders.');
    await chooseFolders(work, row, folders);
    if (row.status === 'active') await releaseLease(work.db, { ...keyOf(row), now: work.now });
  }
  if (isShared !== undefined) {
    if (of === 'workspace')
      throw new AppError('RULE_BROKEN', 'The mailbox of the workspace is always shared.');
    await shareMailbox(work, actor, { mailboxId: row.mailbox_id, isShared });
  }
  work.audit({ of, ...(folders && { folders }), ...(isShared !== undefined && { isShared }) });
  tell(work, row);
}

/** Takes nothing in until somebody resumes. Throws FORBIDDEN, NOT_FOUND, RULE_BROKEN. */
export async function pauseAccount(work: Work, actor: Member, of: ImapOwner): Promise<void> {
  const row = await load(work, actor, of);
  await revokeLease(work.db, keyOf(row));
  await move(work, row, { to: 'paused', change: { syncing_since: null } });
  work.audit({ of });
}

/** Goes on where it stopped. Throws FORBIDDEN, NOT_FOUND, RULE_BROKEN. */
export async function resumeAccount(work: Work, actor: Member, of: ImapOwner): Promise<void> {
  const row = await load(work, actor, of);
  if (row.started_at === null) throw new AppError('RULE_BROKEN', refusals[row.status]);
  await move(work, row, { to: 'active', change: { failures: 0, refusals: 0 } });
  await releaseLease(work.db, { ...keyOf(row), now: work.now });
  work.audit({ of });
}

/** Has the mailbox looked at now, whatever it waits for. Throws FORBIDDEN, NOT_FOUND, RULE_BROKEN while it is not active. */
export async function syncAccount(work: Work, actor: Member, of: ImapOwner): Promise<void> {
  const row = await load(work, actor, of);
  if (row.status !== 'active') throw new AppError('RULE_BROKEN', refusals[row.status]);
  await releaseLease(work.db, { ...keyOf(row), now: work.now });
  work.audit({ of });
}

/** Has what was set aside tried again, now. Throws FORBIDDEN, NOT_FOUND, RULE_BROKEN while it is not active. */
export async function retrySetAside(work: Work, actor: Member, of: ImapOwner): Promise<void> {
  const row = await load(work, actor, of);
  if (row.status !== 'active') throw new AppError('RULE_BROKEN', refusals[row.status]);
  await makeSetAsideDue(work.db, { ...keyOf(row), now: work.now });
  await releaseLease(work.db, { ...keyOf(row), now: work.now });
  work.audit({ of });
  tell(work, row);
}

/** Takes a message off those set aside, whether the mailbox is read or not. Throws FORBIDDEN, NOT_FOUND, also where it is not set aside any more. */
export async function forgetSetAside(
  work: Work,
  actor: Member,
  { of, input }: { of: ImapOwner; input: z.output<typeof forgetSetAsideBody> },
): Promise<void> {
  const row = await load(work, actor, of);
  const { folder, uid, uidValidity } = input;
  const isForgotten = await deleteSetAside(work.db, { ...keyOf(row), path: folder, uid, uidValidity });
  if (!isForgotten) throw notFound('message');
  work.audit({ of, folder, uid });
  tell(work, row);
}

/** Forgets server and password; what was taken in stays. Throws FORBIDDEN, NOT_FOUND. */
export async function disconnectAccount(work: Work, actor: Member, of: ImapOwner): Promise<void> {
  const row = await load(work, actor, of);
  await deleteAccount(work.db, keyOf(row));
  work.audit({ of });
  tell(work, row);
}

/** The row of an account that the actor manages. Throws FORBIDDEN. */
export async function find(work: Work, actor: Member, of: ImapOwner): Promise<AccountRow | null> {
  if (!canManageMailbox(actor, of)) throw forbidden('The shared mailbox is for administrators.');
  if (of === 'workspace') await getDefaultMailbox(work, actor.workspaceId);
  const { workspaceId, userId } = actor;
  return findAccountOf(work.db, { workspaceId, userId, of });
}

/** Who looks at the account hears that it changed: its owner, or everybody who sees the settings. */
export function tell(work: Work, row: Pick<AccountRow, 'workspace_id' | 'mailbox_id' | 'keeper_id'>): void {
  const { workspace_id: workspaceId, mailbox_id: id, keeper_id: keeper } = row;
  work.publish({ workspaceId, noun: 'workspace', id, ...(keeper !== null && { userId: keeper }) });
}

async function load(work: Work, actor: Member, of: ImapOwner): Promise<AccountRow> {
  const row = await find(work, actor, of);
  if (row === null) throw notFound('mailbox connection');
  return row;
}

async function present(work: Work, row: AccountRow): Promise<ImapAccount> {
  const folders = await listFolders(work.db, keyOf(row));
  const setAside = await listSetAside(work.db, keyOf(row));
  return presentAccount(row, { chosen: folders.map(({ path }) => path), setAside, now: work.now });
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
  if (!imapTransitions[row.status].includes(to)) throw new AppError('RULE_BROKEN', refusals[row.status]);
  const moved = {
    ...change,
    status: to,
    status_since: work.now,
    error: null,
    error_since: null,
    trouble_told_at: null,
  };
  const isSeen = row.version === version;
  if (!isSeen || !(await updateAccount(work.db, { ...keyOf(row), seen: row, change: moved })))
    throw staleVersion(await present(work, row));
  tell(work, row);
}

async function chooseFolders(work: Work, row: AccountRow, paths: readonly string[]): Promise<void> {
  const found = foundFoldersOf(row);
  const folders = found.filter(({ path }) => paths.includes(path)).map(({ path, role }) => ({ path, role }));
  if (folders.length < new Set(paths).size)
    throw invalidField('folders', 'The server has no such folder. Test the connection again.');
  await replaceFolders(work.db, { ...keyOf(row), folders });
}

function keyOf({ workspace_id: workspaceId, mailbox_id: mailboxId }: AccountRow) {
  return { workspaceId, mailboxId };
}

const refusals = {
  testing: 'The connection is being tested.',
  failed: 'The last test failed. Correct the server first.',
  ready: 'Choose folders and start it first.',
  active: 'It is running already.',
  paused: 'It is paused.',
  refused: 'The mail server refuses the sign-in. Enter the password again.',
} as const satisfies Record<ImapStatus, string>;
