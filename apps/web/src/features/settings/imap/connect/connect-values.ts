import type { connectImapAccount, ImapAccount } from '@handover/contract/imap-accounts.ts';
import type { BodyInput } from '@handover/contract/endpoint.ts';
import type { MailSecurity } from '@handover/contract/mail-account.ts';

/** The server as the form holds it: text for every input. */
export interface ConnectValues {
  host: string;
  port: string;
  security: MailSecurity;
  username: string;
  password: string;
  /** Empty for the workspace's mailbox, whose address stands with its sender. */
  address: string;
}

/** What the form starts with; a stored password never comes back, and an empty field keeps it. */
export function toConnectValues(account: ImapAccount | null, ownAddress: string): ConnectValues {
  return {
    host: account?.host ?? '',
    port: String(account?.port ?? 993),
    security: account?.security ?? 'tls',
    username: account?.username ?? ownAddress,
    password: '',
    address: account === null || ownAddress === '' ? ownAddress : account.address,
  };
}

/** The server as the contract takes it. */
export function toConnectBody({
  port,
  password,
  address,
  ...place
}: ConnectValues): BodyInput<typeof connectImapAccount> {
  return {
    ...place,
    port: Number(port),
    ...(password !== '' && { password }),
    ...(address !== '' && { address }),
  };
}
