import { connectImap } from '#adapters/imap/imapflow.ts';
import { ImapError, type ImapConnection } from '#adapters/imap/imap.ts';
import { isLoopback } from '#adapters/mail/smtp-url.ts';
import type { Keyring } from '#lib/keyring.ts';
import { OutgoingRefusedError, resolveOutgoing, type OutgoingRules } from '#platform/outgoing/resolve.ts';
import { findMailServer } from '#platform/mail/mail-server.queries.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import type { AccountKey, AccountRow } from './imap-accounts.queries.ts';

export type ImapParts = Pick<Platform, 'config' | 'keyring'>;

/** Seals the password of an account; only `openAccount` opens it again. */
export function sealImapPassword(keyring: Keyring, password: string, account: AccountKey): string {
  return keyring.encrypt(password, rowName(account));
}

/** Connects to the server of an account, where a user may lead us, and signs in. Throws `ImapError`. */
export async function openAccount(
  { db }: Pick<Work, 'db'>,
  account: AccountRow,
  { config, keyring }: ImapParts,
): Promise<ImapConnection> {
  const { workspace_id: workspaceId, mailbox_id: mailboxId, host, port } = account;
  const address = await pin({ host, port }, await outgoingRules(db, { workspaceId, config }));
  const password = keyring.decrypt(account.sealed_password, rowName({ workspaceId, mailboxId }));
  const { security, username } = account;
  const server = { host, address, port, security, username, password, rejectUnauthorized: !isLoopback(host) };
  return connectImap({ server });
}

/** Where connections of a workspace may lead. */
export async function outgoingRules(
  db: Work['db'],
  { workspaceId, config }: { workspaceId: string; config: Platform['config'] },
): Promise<OutgoingRules> {
  const row = await findMailServer(db, workspaceId);
  return { allow: config.outgoingAllow, isLoopbackOnly: row?.is_sample === true };
}

async function pin(place: { host: string; port: number }, rules: OutgoingRules): Promise<string> {
  try {
    return (await resolveOutgoing(place, rules)).address;
  } catch (error) {
    const text =
      error instanceof OutgoingRefusedError ? error.message : `The host name ${place.host} leads nowhere.`;
    throw new ImapError(text, { kind: 'other', cause: error });
  }
}

function rowName({ workspaceId, mailboxId }: AccountKey): string {
  return `imap_accounts:${workspaceId}:${mailboxId}`;
}
