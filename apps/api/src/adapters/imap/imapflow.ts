import { isIP } from 'node:net';
import type { FetchMessageObject, ImapFlow, ListResponse } from 'imapflow';
import {
  describeImapError,
  type FoundFolder,
  type ImapConnection,
  ImapError,
  type ImapServer,
  type MessageHead,
} from './imap.ts';

/**
 * In milliseconds; `idle` is the longest silence during a pending response, `open` limits everything until the sign-in,
 * and `command` a command with its whole response, however slowly that arrives. The largest message needs one megabit
 * per second.
 */
export type ImapTimeouts = {
  readonly connect: number;
  readonly greeting: number;
  readonly idle: number;
  readonly open: number;
  readonly command: number;
};

const defaultTimeouts: ImapTimeouts = {
  connect: 15_000,
  greeting: 15_000,
  idle: 60_000,
  open: 60_000,
  command: 5 * 60_000,
};
const logoutMs = 2_000;
const maxFolders = 500;
const maxSubject = 500;
const dayMs = 24 * 60 * 60 * 1_000;
/** Limits for one response: a UID list, and a message slightly over the size limit. */
const limits = {
  maxLineLength: 16 * 1024 * 1024,
  maxLiteralSize: 34 * 1024 * 1024,
  maxResponseSize: 64 * 1024 * 1024,
};
const otherUses = new Set(['\\All', '\\Drafts', '\\Junk', '\\Trash', '\\Flagged']);
/** Names of sent folders; the server or the library (for other languages) flags at most one. */
const sentNames = new Set(['sent', 'sent items', 'sent mail', 'sent messages']);
const storedHeaders = ['from', 'to', 'cc', 'subject', 'date', 'message-id', 'in-reply-to', 'references'];
const headQuery = {
  uid: true,
  size: true,
  internalDate: true,
  envelope: true,
  headers: ['references', 'content-type'],
};

type Options = { readonly server: ImapServer; readonly timeouts?: ImapTimeouts };

/** Connects, secures, and signs in. Throws `ImapError`. */
export async function connectImap({ server, timeouts = defaultTimeouts }: Options): Promise<ImapConnection> {
  const client = await createClient(server, timeouts);
  // Errors reach the pending call; an error event without a listener would end the process.
  client.on('error', () => undefined);
  const open = createCaller(client, { server, timeoutMs: timeouts.open });
  try {
    await open(() => client.connect());
  } catch (error) {
    client.close();
    throw error;
  }
  return createConnection(client, createCaller(client, { server, timeoutMs: timeouts.command }));
}

type Caller = <T>(act: () => Promise<T>) => Promise<T>;

/** Closes the connection during a call that takes too long. Calls throw `ImapError`. */
function createCaller(
  client: ImapFlow,
  { server, timeoutMs }: { server: ImapServer; timeoutMs: number },
): Caller {
  return async (act) => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(Object.assign(new Error('The server took too long'), { code: 'ETIMEDOUT' }));
      client.close();
    }, timeoutMs);
    try {
      return await Promise.race([act(), late.promise]);
    } catch (error) {
      throw describeImapError(error, server);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Loads the library with the first mailbox, because it takes 30 MB. */
async function createClient(server: ImapServer, timeouts: ImapTimeouts): Promise<ImapFlow> {
  const { ImapFlow: Client } = await import('imapflow');
  return new Client({
    host: server.address,
    port: server.port,
    secure: server.security === 'tls',
    ...(server.security !== 'tls' && { doSTARTTLS: server.security === 'starttls' }),
    ...(isIP(server.host) === 0 && { servername: server.host }),
    auth: { user: server.username, pass: server.password },
    tls: { rejectUnauthorized: server.rejectUnauthorized },
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.idle,
    disableAutoIdle: true,
    disableCompression: true,
    logger: false,
    ...limits,
  });
}

function createConnection(client: ImapFlow, call: Caller): ImapConnection {
  let hasNews = false;
  client.on('exists', () => (hasNews = true));
  const readOne = async (uid: number, query: Parameters<ImapFlow['fetchOne']>[1]) =>
    call(async () => findByUid(await client.fetchOne(String(uid), query, { uid: true }), uid));
  return {
    listFolders: () => call(async () => toFolders(await client.list())),
    open: async (path) => {
      hasNews = false;
      return call(() => openFolder(client, path));
    },
    listUids: ({ after, since }) => call(() => search(client, { after, since })),
    readHeads: (uids) => call(() => readHeads(client, uids)),
    readMessage: async (uid, maxBytes) =>
      (await readOne(uid, { uid: true, source: { start: 0, maxLength: maxBytes } }))?.source ?? null,
    readHeader: async (uid) => (await readOne(uid, { uid: true, headers: storedHeaders }))?.headers ?? null,
    waitForNews: async (until) => {
      if (!hasNews) await waitForNews(client, until);
    },
    close: () => {
      // A lost connection cannot log out.
      void client.logout().catch(() => undefined);
      setTimeout(() => client.close(), logoutMs).unref();
    },
  };
}

async function openFolder(client: ImapFlow, path: string): ReturnType<ImapConnection['open']> {
  try {
    const opened = await client.mailboxOpen(path, { readOnly: true });
    const uidValidity = Number(opened.uidValidity);
    // RFC 3501 lets servers leave it out of this response, but not out of that to STATUS.
    const uidNext = opened.uidNext ?? (await findUidNext(client, path));
    if (Number.isSafeInteger(uidValidity) && Number.isSafeInteger(uidNext)) return { uidValidity, uidNext };
    throw new ImapError('The mail server did not number the messages of the folder.', { kind: 'other' });
  } catch (error) {
    if (!client.usable || (await isListed(client, path))) throw error;
    return null;
  }
}

async function findUidNext(client: ImapFlow, path: string): Promise<number | undefined> {
  const status = await client.status(path, { uidNext: true });
  return status ? status.uidNext : undefined;
}

/** Servers name the reason of a refusal in different ways, so their list decides; an empty list decides nothing. */
async function isListed(client: ImapFlow, path: string): Promise<boolean> {
  const found = await client.list();
  return found.length === 0 || found.some((folder) => folder.path === path && isSelectable(folder));
}

/** For a missing message, servers return nothing or another message. */
function findByUid(message: FetchMessageObject | false | undefined, uid: number): FetchMessageObject | null {
  return message && message.uid === uid ? message : null;
}

async function search(
  client: ImapFlow,
  { after, since }: { after: number; since: Date | null },
): Promise<number[]> {
  // Servers compare days in their own time zone.
  const day = since === null ? {} : { since: new Date(since.getTime() - dayMs) };
  const found = await client.search({ uid: `${String(after + 1)}:*`, ...day }, { uid: true });
  if (!Array.isArray(found))
    throw new ImapError('The mail server did not list the folder.', { kind: 'other' });
  // A range up to "*" always includes the last message.
  return [...new Set(found.filter((uid) => uid > after))].toSorted((a, b) => a - b);
}

async function readHeads(client: ImapFlow, uids: readonly number[]): Promise<MessageHead[]> {
  const found = await client.fetchAll(uids.join(','), headQuery, { uid: true });
  const asked = new Set(uids);
  return found
    .filter(({ uid }) => asked.has(uid))
    .map(toHead)
    .toSorted((a, b) => a.uid - b.uid);
}

function toHead({ uid, size, internalDate, envelope, headers }: FetchMessageObject): MessageHead {
  const header = headers?.toString('latin1') ?? '';
  const received = new Date(internalDate ?? Number.NaN);
  const references = parseMessageIds(getHeaderField(header, 'references')).toReversed();
  return {
    uid,
    sizeBytes: size ?? 0,
    receivedAt: Number.isNaN(received.getTime()) ? new Date() : received,
    messageId: parseMessageIds(envelope?.messageId ?? '')[0] ?? null,
    from: listAddresses(envelope?.from),
    to: [...listAddresses(envelope?.to), ...listAddresses(envelope?.cc)],
    subject: (envelope?.subject ?? '')
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim()
      .slice(0, maxSubject)
      .toWellFormed(),
    answers: [...parseMessageIds(envelope?.inReplyTo ?? ''), ...references],
    isReport: /^multipart\/report\b/i.test(getHeaderField(header, 'content-type').trim()),
  };
}

function listAddresses(list: readonly { address?: string | undefined }[] = []): string[] {
  return list.flatMap(({ address = '' }) => (/^[^\s\p{C}]+@[^\s\p{C}]+$/u.test(address) ? [address] : []));
}

/** A header field with its folded lines. */
function getHeaderField(header: string, name: string): string {
  return new RegExp(`^${name}:((?:.|\\r?\\n[ \\t])*)`, 'im').exec(header)?.[1] ?? '';
}

function parseMessageIds(text: string): string[] {
  return (text.match(/<[^<>\s\p{C}]{1,990}>/gu) ?? []).slice(-100);
}

function toFolders(found: readonly ListResponse[]): FoundFolder[] {
  return found
    .filter((folder) => isSelectable(folder) && !otherUses.has(folder.specialUse ?? ''))
    .slice(0, maxFolders)
    .map(({ path, name, specialUse }) => ({ path, name, role: getFolderRole({ path, name, specialUse }) }));
}

function isSelectable({ flags }: ListResponse): boolean {
  return !flags.has('\\Noselect') && !flags.has('\\NonExistent');
}

function getFolderRole({
  path,
  name,
  specialUse,
}: Pick<ListResponse, 'path' | 'name' | 'specialUse'>): FoundFolder['role'] {
  if (path.toUpperCase() === 'INBOX') return 'inbox';
  return specialUse === '\\Sent' || sentNames.has(name.toLowerCase()) ? 'sent' : 'other';
}

/** Uses IDLE; the library polls if the server does not support it. */
async function waitForNews(
  client: ImapFlow,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve, reject) => {
    const lose = (): void => end(() => reject(new ImapError(getByeReason(client), { kind: 'other' })));
    const wake = (): void => end(resolve);
    const timer = setTimeout(wake, timeoutMs);
    const end = (finish: () => void): void => {
      clearTimeout(timer);
      client.off('exists', wake);
      client.off('close', lose);
      signal.removeEventListener('abort', wake);
      finish();
    };
    client.once('exists', wake);
    client.once('close', lose);
    signal.addEventListener('abort', wake, { once: true });
    if (client.usable) void client.idle().catch(() => undefined);
    else lose();
  });
}

function getByeReason({ byeReason }: ImapFlow): string {
  const reason = (byeReason ?? '').replace(/\p{C}+/gu, ' ').slice(0, 200);
  return reason === ''
    ? 'The mail server closed the connection.'
    : `The mail server closed the connection: “${reason}”`;
}
