import type { ImapOwner } from '@handover/contract/imap-accounts.ts';
import { isLoopback } from '#adapters/mail/smtp-url.ts';
import { invalidField } from '#lib/errors.ts';
import { OutgoingRefusedError, resolveOutgoing } from '#platform/outgoing/resolve.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { getDefaultMailbox } from '../mailboxes.service.ts';
import { find, tell, type ConnectInput } from './imap-accounts.service.ts';
import { saveAccount, type AccountKey, type AccountRow } from './imap-accounts.queries.ts';
import { outgoingRules, sealImapPassword, type ImapParts } from './imap-server.ts';
import { createPersonalMailbox } from './personal-mailbox.ts';
import { replaceFolders } from './sync/folders.queries.ts';
import { revokeLease } from './sync/turns.queries.ts';
import { imapTestQueue } from './test-queue.ts';

/** An account of which nothing is known yet. */
const unread = {
  takes_since: null,
  started_at: null,
  last_synced_at: null,
  taken_count: 0,
  found_folders: '[]',
};

/**
 * Names the server of a mailbox and queues its test; nothing is taken in until that has passed. Another
 * server or user is another mailbox, which is read from its beginning. Throws FORBIDDEN, RULE_BROKEN, and
 * INVALID_INPUT for a server that must not be reached, a password that would cross the network in the
 * clear, and where a changed server needs its password anew.
 */
export async function connectAccount(
  work: Work,
  actor: Member,
  { of, input, parts }: { of: ImapOwner; input: ConnectInput; parts: ImapParts },
): Promise<void> {
  const before = await find(work, actor, of);
  const { workspaceId } = actor;
  const { host, port, security, username, password } = input;
  await refuseUnreachable(work, parts, { workspaceId, host, port });
  if (security === 'none' && !isLoopback(host))
    throw invalidField('security', 'A password needs an encrypted connection.');
  const mailboxId =
    of === 'workspace'
      ? (await getDefaultMailbox(work, workspaceId)).id
      : await createPersonalMailbox(work, actor, input.address);
  const key = { workspaceId, mailboxId };
  const isSame = isSamePlace(before, input);
  const sealed = sealedPassword(parts, { key, password, kept: isSame ? before : null });
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
    trouble_told_at: null,
    failures: 0,
    refusals: 0,
    syncing_since: null,
    created_at: work.now,
    ...(!isSame && unread),
  });
  await work.enqueue(imapTestQueue, key);
  work.audit({ of, host, port, security, username });
  tell(work, {
    workspace_id: workspaceId,
    mailbox_id: mailboxId,
    keeper_id: of === 'me' ? actor.userId : null,
  });
}

/** A stored password goes to the server and user it was given for, and nowhere else. */
function sealedPassword(
  { keyring }: ImapParts,
  { key, password, kept }: { key: AccountKey; password: string | undefined; kept: AccountRow | null },
): string {
  if (password !== undefined) return sealImapPassword(keyring, password, key);
  if (kept === null) throw invalidField('password', 'Enter the password for this server and user name.');
  return kept.sealed_password;
}

function isSamePlace(before: AccountRow | null, { host, port, security, username }: ConnectInput): boolean {
  return (
    before !== null &&
    before.host === host &&
    before.port === port &&
    before.security === security &&
    before.username === username
  );
}

/** Says at once what would make every attempt fail. A name without an address may get one yet. */
async function refuseUnreachable(
  work: Work,
  { config }: ImapParts,
  { workspaceId, host, port }: { workspaceId: string; host: string; port: number },
): Promise<void> {
  try {
    await resolveOutgoing({ host, port }, await outgoingRules(work.db, { workspaceId, config }));
  } catch (error) {
    if (error instanceof OutgoingRefusedError) throw invalidField('host', error.message);
  }
}
