import type { BodyInput } from '@handover/contract/endpoint.ts';
import type { MailAccount, MailSecurity, updateMailAccount } from '@handover/contract/mail-account.ts';

/** The server as the form holds it: text for every input, empty where there is nothing. */
export interface ServerValues {
  server: { host: string; port: string; security: MailSecurity; username: string; password: string };
}

/** What the form starts with; a stored password never comes back, and an empty field keeps it. */
export function toServerValues({ server }: Pick<MailAccount, 'server'>): ServerValues {
  return {
    server: {
      host: server?.host ?? '',
      port: String(server?.port ?? 587),
      security: server?.security ?? 'starttls',
      username: server?.username ?? '',
      password: '',
    },
  };
}

/** The server as the contract takes it. */
export function toServerBody({
  server: { host, port, security, username, password },
}: ServerValues): Pick<BodyInput<typeof updateMailAccount>, 'server'> {
  return {
    server: {
      host,
      port: Number(port),
      security,
      username: username.trim() === '' ? null : username,
      ...(password !== '' && { password }),
    },
  };
}
