import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { respondToFetch, type StoredMessage } from './imap-fetch.ts';

/**
 * The server's next failure: disconnect in the middle of a message, never answer a FETCH or never finish it, send BYE to listeners, reject
 * sign-ins for a while, or send invalid IMAP.
 */
export type ImapBehavior = 'cut-in-literal' | 'hang' | 'trickle' | 'bye-in-idle' | 'unavailable' | 'garbage';

type Folder = { uidValidity: number; uidNext: number; messages: StoredMessage[] };
type Session = { selected: Folder | null; idleTag: string | null; readonly socket: Socket };

export type ImapServer = {
  readonly port: number;
  /** Number of attempted sign-ins. */
  readonly logins: number;
  /** Number of complete messages sent. */
  readonly sent: number;
  /** Number of connections that listen with IDLE. */
  readonly listening: number;
  readonly commands: readonly string[];
  setPassword(password: string): void;
  /** Puts a message into a folder and notifies listeners; returns its UID. */
  deliver(path: string, raw: string, options?: { receivedAt?: Date }): number;
  expunge(path: string, uid: number): void;
  /** Renumbers a folder, with a new UIDVALIDITY. */
  renumber(path: string): void;
  rename(path: string, to: string): void;
  behave(...behaviors: ImapBehavior[]): void;
  /** Disconnects whenever the head or the body of a message is requested, until `repair` is called. */
  breakAt(uid: number, part: 'head' | 'body'): void;
  repair(): void;
  /** Disconnects everyone. */
  cut(): void;
  close(): Promise<void>;
};

type Options = {
  readonly port?: number;
  readonly hasIdle?: boolean;
  /** Whether it says what the next UID is when a folder is opened. */
  readonly hasUidNext?: boolean;
  /** Additional folders without special-use flags. */
  readonly moreFolders?: readonly string[];
};

const uses: Readonly<Record<string, string>> = {
  Sent: '\\Sent',
  Trash: '\\Trash',
  Projects: '\\HasNoChildren',
};

/** An IMAP server as in RFC 3501, 2177, and 6154, in this process, on loopback, for the user `office`. */
export async function startImapServer({
  port = 0,
  hasIdle = true,
  hasUidNext = true,
  moreFolders = [],
}: Options = {}): Promise<ImapServer> {
  const state = {
    password: 'secret',
    logins: 0,
    sent: 0,
    upcoming: [] as ImapBehavior[],
    commands: [] as string[],
    broken: new Map<number, 'head' | 'body'>(),
  };
  const folders = new Map<string, Folder>(
    ['INBOX', ...Object.keys(uses), ...moreFolders].map((path, index) => [
      path,
      { uidValidity: 100 + index, uidNext: 1, messages: [] },
    ]),
  );
  const sessions = new Set<Session>();
  const folderAt = (path: string): Folder => {
    const folder = folders.get(path);
    if (folder === undefined) throw new Error(`No folder ${path}`);
    return folder;
  };
  const does = (behavior: ImapBehavior): boolean => {
    if (state.upcoming[0] !== behavior) return false;
    state.upcoming.shift();
    return true;
  };
  const capabilities = `IMAP4rev1 SPECIAL-USE${hasIdle ? ' IDLE' : ''}`;

  function answer(session: Session, line: string): void {
    const { socket } = session;
    const [tag = '', name = '', rest = ''] = /^(\S+) (\S+) ?([^]*)$/.exec(line)?.slice(1) ?? [];
    const command = name.toUpperCase();
    state.commands.push(command === 'LOGIN' ? command : `${command} ${rest}`.trim());
    const say = (...lines: string[]): void => void socket.write(lines.map((text) => `${text}\r\n`).join(''));
    const ok = (text = 'done'): void => say(`${tag} OK ${text}`);
    switch (command) {
      case 'CAPABILITY':
        say(`* CAPABILITY ${capabilities}`);
        return ok();
      case 'LOGIN': {
        state.logins += 1;
        if (does('unavailable')) return say(`${tag} NO [UNAVAILABLE] Try again later`);
        const [user, password] = parseStrings(rest);
        if (user !== 'office' || password !== state.password)
          return say(`${tag} NO [AUTHENTICATIONFAILED] Authentication failed.`);
        return ok(`[CAPABILITY ${capabilities}] Logged in`);
      }
      case 'LIST':
      case 'LSUB':
        if (rest.endsWith('""')) say(`* ${command} (\\Noselect) "/" ""`);
        else
          say(
            ...[...folders.keys()].map(
              (path) => `* ${command} (${uses[path] ?? '\\HasNoChildren'}) "/" "${path}"`,
            ),
            `* ${command} (\\Noselect) "/" "Archive"`,
          );
        return ok();
      case 'SELECT':
      case 'EXAMINE': {
        const folder = folders.get(parseStrings(rest)[0] ?? '');
        session.selected = folder ?? null;
        if (folder === undefined) return say(`${tag} NO [NONEXISTENT] No such folder`);
        say(
          '* FLAGS (\\Seen \\Deleted)',
          `* ${String(folder.messages.length)} EXISTS`,
          '* 0 RECENT',
          `* OK [UIDVALIDITY ${String(folder.uidValidity)}] UIDs valid`,
          ...(hasUidNext ? [`* OK [UIDNEXT ${String(folder.uidNext)}] Predicted next UID`] : []),
        );
        return ok(`[READ-ONLY] ${command} completed`);
      }
      case 'STATUS': {
        const [path = ''] = parseStrings(rest);
        say(`* STATUS "${path}" (UIDNEXT ${String(folderAt(path).uidNext)})`);
        return ok();
      }
      case 'UID':
        return uidCommand(session, { tag, rest, say });
      case 'IDLE':
        if (does('bye-in-idle')) {
          say('+ idling', '* BYE Shutting down for maintenance');
          return void socket.end();
        }
        session.idleTag = tag;
        return say('+ idling');
      case 'LOGOUT':
        say('* BYE Logging out', `${tag} OK Logout completed`);
        return void socket.end();
      case 'NOOP':
      case 'CLOSE':
        return ok();
      default:
        return say(`${tag} BAD Unknown command`);
    }
  }

  function uidCommand(
    { selected, socket }: Session,
    { tag, rest, say }: { tag: string; rest: string; say: (...lines: string[]) => void },
  ): void {
    if (selected === null) return say(`${tag} BAD No folder selected`);
    const [, verb = '', details = ''] = /^(\S+) ([^]*)$/.exec(rest) ?? [];
    if (does('garbage')) return say('HTTP/1.1 400 Bad Request', '{"not": "imap"}');
    if (verb.toUpperCase() === 'SEARCH') {
      say(`* SEARCH ${searchUids(selected.messages, details).join(' ')}`.trimEnd());
      return say(`${tag} OK SEARCH completed`);
    }
    const [, range = '', items = ''] = /^(\S+) ([^]*)$/.exec(details) ?? [];
    const isWhole = /BODY\.PEEK\[\]/i.test(items);
    if (isWhole && does('hang')) return;
    if (isWhole && does('trickle')) {
      const timer = setInterval(() => socket.write('* OK Patience\r\n'), 100);
      return void socket.once('close', () => clearInterval(timer));
    }
    for (const [index, message] of selected.messages.entries()) {
      if (!range.split(',').map(Number).includes(message.uid)) continue;
      if (state.broken.get(message.uid) === (isWhole ? 'body' : 'head')) return void socket.destroy();
      const bytes = respondToFetch(message, { sequence: index + 1, items });
      if (isWhole && does('cut-in-literal')) {
        socket.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
        socket.destroySoon();
        return;
      }
      if (isWhole) state.sent += 1;
      socket.write(bytes);
    }
    say(`${tag} OK FETCH completed`);
  }

  const server = createServer((socket) => {
    const session: Session = { selected: null, idleTag: null, socket };
    sessions.add(session);
    socket.on('error', () => undefined);
    socket.once('close', () => sessions.delete(session));
    socket.write(`* OK [CAPABILITY ${capabilities}] Ready\r\n`);
    readLines(socket, (line) => {
      if (session.idleTag === null) return answer(session, line);
      if (line.toUpperCase() !== 'DONE') return;
      socket.write(`${session.idleTag} OK IDLE terminated\r\n`);
      session.idleTag = null;
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => sessions.forEach(({ socket }) => socket.destroy());
  const notifyListeners = (folder: Folder, line: string): void => {
    for (const { socket, selected, idleTag } of sessions)
      if (selected === folder && idleTag !== null) socket.write(`${line}\r\n`);
  };
  return {
    port: (server.address() as AddressInfo).port,
    get logins() {
      return state.logins;
    },
    get sent() {
      return state.sent;
    },
    get listening() {
      return [...sessions].filter(({ idleTag }) => idleTag !== null).length;
    },
    commands: state.commands,
    setPassword: (password) => void (state.password = password),
    deliver: (path, raw, { receivedAt = new Date() } = {}) => {
      const folder = folderAt(path);
      const uid = folder.uidNext++;
      folder.messages.push({ uid, raw: Buffer.from(raw), receivedAt });
      notifyListeners(folder, `* ${String(folder.messages.length)} EXISTS`);
      return uid;
    },
    expunge: (path, uid) => {
      const folder = folderAt(path);
      const index = folder.messages.findIndex((message) => message.uid === uid);
      folder.messages.splice(index, 1);
      notifyListeners(folder, `* ${String(index + 1)} EXPUNGE`);
    },
    renumber: (path) => {
      const folder = folderAt(path);
      folder.uidValidity += 1_000;
      folder.messages = folder.messages.map((message, index) => ({ ...message, uid: index + 1 }));
      folder.uidNext = folder.messages.length + 1;
    },
    rename: (path, to) => {
      folders.set(to, folderAt(path));
      folders.delete(path);
    },
    behave: (...behaviors) => void state.upcoming.push(...behaviors),
    breakAt: (uid, part) => void state.broken.set(uid, part),
    repair: () => state.broken.clear(),
    cut,
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Lines as a client sends them, with their literals replaced by strings. */
function readLines(socket: Socket, onLine: (line: string) => void): void {
  let buffer = '';
  let begun = '';
  socket.on('data', (chunk) => {
    buffer += chunk.toString('latin1');
    for (;;) {
      const end = buffer.indexOf('\r\n');
      if (end < 0) return;
      const line = buffer.slice(0, end);
      const size = /\{(\d+)\+?\}$/.exec(line)?.[1];
      if (size === undefined) {
        buffer = buffer.slice(end + 2);
        const whole = begun + line;
        begun = '';
        onLine(whole);
        continue;
      }
      if (buffer.length < end + 2 + Number(size)) {
        socket.write('+ go ahead\r\n');
        return;
      }
      const literal = buffer.slice(end + 2, end + 2 + Number(size));
      begun += line.replace(/\{\d+\+?\}$/, JSON.stringify(literal));
      buffer = buffer.slice(end + 2 + Number(size));
    }
  });
}

function parseStrings(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
    ([, quoted, atom = '']) => quoted?.replace(/\\(.)/g, '$1') ?? atom,
  );
}

/** `UID n:*` always names the last message; `SINCE` compares days. */
function searchUids(messages: readonly StoredMessage[], criteria: string): number[] {
  const from = Number(/UID (\d+):\*/i.exec(criteria)?.[1] ?? 1);
  const since = new Date(`${/SINCE "?([\w-]+)"?/i.exec(criteria)?.[1] ?? '01-Jan-1970'} UTC`);
  const last = messages.at(-1)?.uid;
  return messages
    .filter(({ uid, receivedAt }) => (uid >= from || uid === last) && receivedAt >= since)
    .map(({ uid }) => uid);
}
