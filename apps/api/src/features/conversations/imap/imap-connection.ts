import { z } from 'zod';
import { connectImap } from '#adapters/imap/imapflow.ts';
import { type FoundFolder, type ImapConnection, ImapError } from '#adapters/imap/imap.ts';
import { isLoopback } from '#adapters/mail/smtp.ts';
import type { Keyring } from '#lib/keyring.ts';
import { OutgoingBlockedError, type OutgoingRules, resolveOutgoing } from '#platform/outgoing/resolve.ts';
import { findOutgoingRules } from '#platform/outgoing/outgoing-rules.queries.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import type { JobDefinition } from '#platform/jobs.ts';
import { type AccountKey, type AccountRow, findAccount, updateAccount } from './imap-accounts.queries.ts';
import { releaseLease } from './sync.queries.ts';

/** Payload `{workspaceId, mailboxId}`. */
export const imapTestQueue = 'imap.test';

export type ImapParts = Pick<Platform, 'config' | 'keyring'>;

/** Encrypts the account's password; `openAccount` decrypts it. */
export function sealImapPassword(keyring: Keyring, password: string, account: AccountKey): string {
  return keyring.encrypt(password, getRowName(account));
}

/** Connects to the user-supplied server and signs in. Throws `ImapError`. */
export async function openAccount(
  { db }: Pick<Work, 'db'>,
  account: AccountRow,
  { config, keyring }: ImapParts,
): Promise<ImapConnection> {
  const { workspace_id: workspaceId, mailbox_id: mailboxId, host, port } = account;
  const address = await resolveHost({ host, port }, await findOutgoingRules(db, { workspaceId, config }));
  const password = keyring.decrypt(account.sealed_password, getRowName({ workspaceId, mailboxId }));
  const { security, username } = account;
  const server = { host, address, port, security, username, password, rejectUnauthorized: !isLoopback(host) };
  return connectImap({ server });
}

/** Notifies open settings pages: of the owner, or of everyone for the shared mailbox. */
export function publishAccount(
  work: Work,
  row: Pick<AccountRow, 'workspace_id' | 'mailbox_id' | 'keeper_id'>,
): void {
  const { workspace_id: workspaceId, mailbox_id: id, keeper_id: keeper } = row;
  work.publish({ workspaceId, noun: 'workspace', id, ...(keeper !== null && { userId: keeper }) });
}

async function resolveHost(place: { host: string; port: number }, rules: OutgoingRules): Promise<string> {
  try {
    return (await resolveOutgoing(place, rules)).address;
  } catch (error) {
    const text =
      error instanceof OutgoingBlockedError
        ? error.message
        : `The host name ${place.host} cannot be resolved.`;
    throw new ImapError(text, { kind: 'other', cause: error });
  }
}

function getRowName({ workspaceId, mailboxId }: AccountKey): string {
  return `imap_accounts:${workspaceId}:${mailboxId}`;
}

type Parts = ImapParts & Pick<Platform, 'runner'>;
type Outcome = { readonly folders: FoundFolder[] } | { readonly error: string };

const jobData = z.object({ workspaceId: z.uuid(), mailboxId: z.uuid() });

/** Connection tests run once; the result is stored in the account. */
export function imapJobs(parts: Parts): JobDefinition[] {
  return [
    {
      queue: imapTestQueue,
      retryLimit: 0,
      concurrency: 4,
      maxPerWorkspace: 1,
      handler: (data) => testConnection(parts, jobData.parse(data)),
    },
  ];
}

async function testConnection(parts: Parts, key: AccountKey): Promise<void> {
  const { runner } = parts;
  const account = await findAccount(runner.db, key);
  if (account?.status !== 'testing') return;
  const outcome = await attemptConnection(parts, account);
  await runner.transact(async (work) => {
    const { now } = work;
    // An account that was already started resumes after a new password.
    const to = 'error' in outcome ? 'failed' : account.started_at === null ? 'ready' : 'active';
    const change =
      'error' in outcome
        ? { error: outcome.error, error_since: now }
        : { found_folders: JSON.stringify(outcome.folders) };
    const moved = { ...change, status: to, status_since: now } as const;
    // If the server changed during the test, the new server is tested separately.
    if (!(await updateAccount(work.db, { ...key, seen: account, change: moved }))) return;
    if (to === 'active') await releaseLease(work.db, { ...key, now });
    publishAccount(work, account);
  });
}

async function attemptConnection(parts: Parts, account: AccountRow): Promise<Outcome> {
  try {
    const connection = await openAccount(parts.runner, account, parts);
    try {
      const folders = await connection.listFolders();
      return folders.length === 0 ? { error: 'The mail server has no folders.' } : { folders };
    } finally {
      connection.close();
    }
  } catch (error) {
    if (error instanceof ImapError) return { error: error.message };
    throw error;
  }
}
