/** Server and credentials. `address` is the resolved IP address. */
export type ImapServer = {
  readonly host: string;
  readonly address: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls' | 'none';
  readonly username: string;
  readonly password: string;
  readonly rejectUnauthorized: boolean;
};

export type FoundFolder = {
  readonly path: string;
  readonly name: string;
  readonly role: 'inbox' | 'sent' | 'other';
};

/** A changed `uidValidity` invalidates all earlier UIDs of the folder. */
type OpenedFolder = { readonly uidValidity: number; readonly uidNext: number };

/** Message details from the server, without downloading it. Message-IDs have angle brackets. */
export type MessageHead = {
  readonly uid: number;
  readonly sizeBytes: number;
  readonly receivedAt: Date;
  readonly messageId: string | null;
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** On one line, or empty. */
  readonly subject: string;
  /** Message-IDs it replies to, nearest first. */
  readonly answers: readonly string[];
  /** Whether its type is a delivery report. */
  readonly isReport: boolean;
};

/** One signed-in connection that never changes the mailbox. Every call throws `ImapError`. */
export type ImapConnection = {
  /** Excludes drafts, junk, trash, and all-mail folders. */
  listFolders(): Promise<FoundFolder[]>;
  /** Null if the folder no longer exists. */
  open(path: string): Promise<OpenedFolder | null>;
  /**
   * UIDs of the open folder above `after`, ascending; with `since`, of mail received on or after about that
   * day.
   */
  listUids(range: { after: number; since: Date | null }): Promise<number[]>;
  readHeads(uids: readonly number[]): Promise<MessageHead[]>;
  /** A raw message, truncated at `maxBytes`; null if it no longer exists. */
  readMessage(uid: number, maxBytes: number): Promise<Buffer | null>;
  /** The message header without MIME fields; null if it no longer exists. */
  readHeader(uid: number): Promise<Buffer | null>;
  /** Resolves when the open folder changes, on timeout, or when the signal aborts. */
  waitForNews(until: { timeoutMs: number; signal: AbortSignal }): Promise<void>;
  /** Logs out, or disconnects after a moment. */
  close(): void;
};

/** `sign-in`: wrong credentials; `other`: may work later. The message is shown to users. */
export class ImapError extends Error {
  override readonly name = 'ImapError';
  readonly kind: 'sign-in' | 'other';

  constructor(message: string, { kind, cause }: { kind: 'sign-in' | 'other'; cause?: unknown }) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** Sign-in responses that say nothing about the credentials. */
const transientRejections = new Set(['UNAVAILABLE', 'LIMIT', 'INUSE', 'SERVERBUG', 'CONTACTADMIN']);
const timeouts = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'ETIMEOUT', 'ETIMEDOUT']);
const tooLarge = new Set(['LineTooLarge', 'LiteralTooLarge', 'ResponseTooLarge']);
const certificate = /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/;
const maxQuoted = 200;

type Place = Pick<ImapServer, 'host' | 'port'>;

/** A user-facing `ImapError` for any mailbox problem. */
export function describeImapError(error: unknown, place: Place): ImapError {
  if (error instanceof ImapError) return error;
  const facts = getErrorDetails(error);
  if (facts.isSignIn && !transientRejections.has(facts.answerCode))
    return new ImapError(`The mail server rejected the user name or password.${quote(facts.answer)}`, {
      kind: 'sign-in',
      cause: error,
    });
  return new ImapError(describe(facts, place), { kind: 'other', cause: error });
}

type Facts = ReturnType<typeof getErrorDetails>;

function describe(facts: Facts, { host, port }: Place): string {
  const { code, answer } = facts;
  const place = `${host}, port ${String(port)},`;
  if (facts.isSignIn) return `The mail server is not accepting sign-ins right now.${quote(answer)}`;
  if (code === 'ECONNREFUSED') return `No mail server responds at ${host}, port ${String(port)}.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The host name ${host} cannot be resolved.`;
  if (timeouts.has(code)) return `${host} did not respond in time.`;
  if (certificate.test(code)) return `The certificate of ${host} is not trusted (${code}).`;
  if (facts.isTls || code.startsWith('ERR_SSL') || code === 'EPROTO' || code === 'MissingServerExtension')
    return `A secure connection to ${place} failed. Check port and encryption.`;
  if (tooLarge.has(code)) return 'The mail server sent more data than allowed.';
  if (code.startsWith('ParserError') || code === 'InvalidResponse')
    return 'The mail server did not respond with valid IMAP.';
  if (answer !== '') return `The mail server reported an error.${quote(answer)}`;
  return 'The connection to the mail server was lost.';
}

/** Details that errors of the library, a socket, or TLS may have. */
function getErrorDetails(error: unknown): {
  code: string;
  answerCode: string;
  answer: string;
  isSignIn: boolean;
  isTls: boolean;
} {
  const read = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  const text = (name: string): string => {
    const value = read(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    code: text('code'),
    answerCode: text('serverResponseCode'),
    answer: text('responseText') || text('reason'),
    isSignIn: read('authenticationFailed') === true,
    isTls: read('tlsFailed') === true,
  };
}

/** Server responses are untrusted: shortened to one line. */
function quote(answer: string): string {
  const line = answer
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, maxQuoted);
  return line === '' ? '' : ` Its response: “${line}”`;
}
