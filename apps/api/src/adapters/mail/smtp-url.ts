import { isIP } from 'node:net';

export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly isSecure: boolean;
  readonly ignoreTls: boolean;
  readonly requireTls: boolean;
  readonly rejectUnauthorized: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
  /** Whether it is this machine. */
  readonly isLocal: boolean;
};

/**
 * Reads `smtp://user:password@host:port` (STARTTLS where offered) or `smtps://…` (TLS from the start).
 * A password crosses a network encrypted only, unless `?ignoreTLS=true` says otherwise;
 * `?requireTLS=true` holds for the mail as well; `?rejectUnauthorized=false` takes any certificate, as is
 * always done for a server on this machine. Throws for what is none of that.
 */
export function readSmtpUrl(text: string): SmtpServer {
  const url = new URL(text);
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')
    throw new Error('SMTP_URL has to start with smtp:// or smtps://');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isSecure = url.protocol === 'smtps:';
  const isLocal = isLoopback(host);
  const ignoreTls = isSet(url, 'ignoreTLS');
  const auth =
    url.username === ''
      ? null
      : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  return {
    host,
    port: url.port === '' ? defaultPort(isSecure, isLocal) : Number(url.port),
    isSecure,
    ignoreTls,
    requireTls: isSet(url, 'requireTLS') || (auth !== null && !isLocal && !ignoreTls),
    rejectUnauthorized: !isLocal && url.searchParams.get('rejectUnauthorized') !== 'false',
    auth,
    isLocal,
  };
}

/** Whether a host name or address is this machine, by its text alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function defaultPort(isSecure: boolean, isLocal: boolean): number {
  if (isSecure) return 465;
  return isLocal ? 25 : 587;
}

function isSet(url: URL, option: string): boolean {
  return url.searchParams.get(option) === 'true';
}
