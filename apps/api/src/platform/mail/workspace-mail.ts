import { createSmtpTransport, isLoopback, type SmtpServer } from '#adapters/mail/smtp.ts';
import { MailServerError, type MailTransport } from '#adapters/mail/transport.ts';
import type { Db } from '#db/client.ts';
import type { Keyring } from '#lib/keyring.ts';
import { OutgoingBlockedError, type OutgoingRules, resolveOutgoing } from '#platform/outgoing/resolve.ts';
import { getOutgoingRules } from '#platform/outgoing/outgoing-rules.queries.ts';
import type { Platform } from '#platform/platform.ts';
import { getDomain, stripAddress } from '#lib/mail/text.ts';
import { findMailServer, type MailServerRow } from './mail-server.queries.ts';

export type MailParts = Pick<Platform, 'mail' | 'keyring' | 'config' | 'logger'>;

type WorkspaceMail = {
  readonly transport: MailTransport;
  /** True for the workspace's own server, false for the installation's. */
  readonly isOwn: boolean;
  /** False for a sample workspace with a server on another machine. */
  readonly canLeave: boolean;
};

type Mailbox = { readonly workspaceId: string; readonly mailboxId: string };

/** A workspace's mail transport: its own server, restricted to allowed hosts, or the installation's server. */
export async function findWorkspaceMail(
  db: Db,
  { workspaceId, parts }: { workspaceId: string; parts: MailParts },
): Promise<WorkspaceMail> {
  const { mail, keyring, config, logger } = parts;
  const row = await findMailServer(db, workspaceId);
  const server = toServer(row, { keyring, workspaceId });
  const rules = getOutgoingRules(row, config);
  const transport =
    server === null
      ? mail
      : createSmtpTransport({ server, logger, pin: (target) => resolvePinnedAddress(target, rules) });
  return { transport, isOwn: server !== null, canLeave: transport.isLocal || rules.reach === 'public' };
}

/** Whether a workspace's mail is actually sent. */
export async function getDeliveryMode(
  db: Db,
  { workspaceId, parts }: { workspaceId: string; parts: MailParts },
): Promise<'smtp' | 'outbox'> {
  const { transport, canLeave } = await findWorkspaceMail(db, { workspaceId, parts });
  return canLeave ? transport.kind : 'outbox';
}

/** Encrypts the password of a mailbox's server; `findWorkspaceMail` decrypts it. */
export function sealMailPassword(keyring: Keyring, password: string, mailbox: Mailbox): string {
  return keyring.encrypt(password, getRowName(mailbox));
}

function toServer(
  row: MailServerRow,
  { keyring, workspaceId }: { keyring: Keyring; workspaceId: string },
): SmtpServer | null {
  const { smtp_host: host, smtp_port: port, smtp_security: security, mailbox_id: mailboxId } = row;
  if (host === null || port === null || security === null || mailboxId === null) return null;
  const { smtp_username: user, smtp_sealed_password: sealed } = row;
  const isLocal = isLoopback(host);
  return {
    host,
    port,
    isSecure: security === 'tls',
    ignoreTls: security === 'none',
    requireTls: security === 'starttls',
    rejectUnauthorized: !isLocal,
    auth:
      user === null || sealed === null
        ? null
        : { user, pass: keyring.decrypt(sealed, getRowName({ workspaceId, mailboxId })) },
    isLocal,
  };
}

async function resolvePinnedAddress({ host, port }: SmtpServer, rules: OutgoingRules): Promise<string> {
  try {
    return (await resolveOutgoing({ host, port }, rules)).address;
  } catch (error) {
    if (error instanceof OutgoingBlockedError) throw new MailServerError(error.message, { cause: error });
    throw new MailServerError(`The mail server ${host} cannot be resolved.`, { cause: error });
  }
}

function getRowName({ workspaceId, mailboxId }: Mailbox): string {
  return `mailboxes:${workspaceId}:${mailboxId}`;
}

export type Sender = { readonly name: string; readonly address: string };

/** Sender of a mailbox: its address, or the configured address while its own is not public. */
export function getSender({ address, name }: Sender, mailFrom: string | undefined): Sender {
  const isPlaceholder = getDomain(address) === 'localhost';
  return { name, address: isPlaceholder && mailFrom !== undefined ? stripAddress(mailFrom) : address };
}
