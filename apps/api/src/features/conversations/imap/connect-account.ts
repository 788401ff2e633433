import type { connectImapBody, ImapOwner } from '@handover/contract/conversations/imap-accounts.ts';
import type * as z from 'zod/mini';
import { isLoopback } from '#adapters/mail/smtp.ts';
import { AppError, invalidField } from '#lib/errors.ts';
import { findOutgoingRules } from '#platform/outgoing/outgoing-rules.queries.ts';
import { OutgoingBlockedError, resolveOutgoing } from '#platform/outgoing/resolve.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { newId } from '#lib/ids.ts';
import { getDefaultMailbox } from '../mailboxes.service.ts';
import { find } from './imap-accounts.service.ts';
import {
  type AccountKey,
  type AccountRow,
  findStoredMailbox,
  isAddressOfColleague,
  insertStoredMailbox,
  saveAccount,
  setMailboxAddress,
} from './imap-accounts.queries.ts';
import { type ImapParts, imapTestQueue, sealImapPassword, publishAccount } from './imap-connection.ts';
import { replaceFolders, revokeLease } from './sync.queries.ts';
import { getLoginAddress } from '../incoming/incoming.queries.ts';
import { isStaffMember } from '#platform/session/session.queries.ts';

type ConnectInput = z.output<typeof connectImapBody>;

/** Sync state of an account that has never been read. */
const emptyState = {
  takes_since: null,
  started_at: null,
  last_synced_at: null,
  taken_count: 0,
  found_folders: '[]',
};

/**
 * Saves the server settings and queues a connection test; syncing starts only after the test passes. A
 * different server or user counts as a new mailbox and is read from the beginning. Throws FORBIDDEN,
 * RULE_BROKEN, and INVALID_INPUT for a blocked server, a password sent without encryption, or a changed
 * server without a password.
 */
export async function connectAccount(
  work: Work,
  actor: Member,
  { of, input, parts }: { of: ImapOwner; input: ConnectInput; parts: ImapParts },
): Promise<void> {
  const before = await find(work, actor, of);
  const { workspaceId } = actor;
  const { host, port, security, username, password } = input;
  await rejectUnreachableHost(work, parts, { workspaceId, host, port });
  if (security === 'none' && !isLoopback(host))
    throw invalidField('security', 'A password needs an encrypted connection.');
  const mailboxId =
    of === 'workspace'
      ? (await getDefaultMailbox(work, workspaceId)).id
      : await ensurePersonalMailbox(work, actor, input.address);
  const key = { workspaceId, mailboxId };
  const isSame = isSameServer(before, input);
  const sealed = sealPassword(parts, { key, password, existing: isSame ? before : null });
  await revokeLease(work.db, key);
  if (!isSame) await replaceFolders(work.db, { ...key, folders: [] });
  await saveAccount(work.db, {
    workspace_id: workspaceId,
    mailbox_id: mailboxId,
    status: 'testing',
    status_since: work.now,
    host,
    port,
    security,
    username,
    sealed_password: sealed,
    error: null,
    error_since: null,
    failure_notified_at: null,
    failures: 0,
    refusals: 0,
    syncing_since: null,
    created_at: work.now,
    ...(!isSame && emptyState),
  });
  await work.enqueue(imapTestQueue, key);
  work.audit({ of, host, port, security, username });
  publishAccount(work, {
    workspace_id: workspaceId,
    mailbox_id: mailboxId,
    keeper_id: of === 'me' ? actor.userId : null,
  });
}

/** A stored password is reused only for the same server and user. */
function sealPassword(
  { keyring }: ImapParts,
  { key, password, existing }: { key: AccountKey; password: string | undefined; existing: AccountRow | null },
): string {
  if (password !== undefined) return sealImapPassword(keyring, password, key);
  if (existing === null) throw invalidField('password', 'Enter the password for this server and user name.');
  return existing.sealed_password;
}

function isSameServer(before: AccountRow | null, { host, port, security, username }: ConnectInput): boolean {
  return (
    before !== null &&
    before.host === host &&
    before.port === port &&
    before.security === security &&
    before.username === username
  );
}

/** Rejects blocked hosts early. A host that does not resolve yet passes. */
async function rejectUnreachableHost(
  work: Work,
  { config }: ImapParts,
  { workspaceId, host, port }: { workspaceId: string; host: string; port: number },
): Promise<void> {
  try {
    await resolveOutgoing({ host, port }, await findOutgoingRules(work.db, { workspaceId, config }));
  } catch (error) {
    if (error instanceof OutgoingBlockedError) throw invalidField('host', error.message);
  }
}

/**
 * Returns the member's own mailbox, creating it if needed. Mail received earlier is kept. Answers are sent from its
 * address, so it must not be a colleague's. Throws RULE_BROKEN for someone outside the workspace, INVALID_INPUT.
 */
async function ensurePersonalMailbox(
  work: Work,
  { workspaceId, userId, displayName }: Member,
  given: string | undefined,
): Promise<string> {
  if (!(await isStaffMember(work.db, { workspaceId, userId })))
    throw new AppError('RULE_BROKEN', 'Only members of this workspace can have a mailbox in it.');
  const existing = await findStoredMailbox(work.db, { workspaceId, userId });
  if (given !== undefined && (await isAddressOfColleague(work.db, { workspaceId, userId, address: given })))
    throw invalidField('address', 'This is the address of another member');
  if (existing === null) {
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
  if (given !== undefined && given !== existing.address)
    await setMailboxAddress(work.db, { workspaceId, mailboxId: existing.id, address: given });
  return existing.id;
}
