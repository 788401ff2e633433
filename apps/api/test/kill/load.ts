import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { MailServer } from '../mail/mail-server.ts';
import type { Client } from './client.ts';
import type { Installation } from './installations.ts';

export type Outcome = {
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
};

/** Work that runs until it is stopped, and then compares the stored data with the acknowledged writes. */
export type Load = {
  readonly acknowledged: ReadonlySet<string>;
  finish(): Promise<Outcome>;
};

type Repeat = (text: string, turn: number) => Promise<unknown>;

/** `atOnce` chains of writes, each with a unique text. */
function keepWriting(name: string, { atOnce, write }: { atOnce: number; write: Repeat }) {
  const acknowledged = new Set<string>();
  const stopping = new AbortController();
  const chains = Array.from({ length: atOnce }, async (_, chain) => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const text = `${name}-${String(chain)}-${String(turn)}`;
      await write(text, chain + turn);
      acknowledged.add(text);
    }
  });
  return {
    acknowledged,
    stop: async () => {
      stopping.abort();
      await Promise.all(chains);
    },
  };
}

/** Notes on the customers: each acknowledged note exists exactly once. */
export function writeNotes(client: Client, installation: Installation, atOnce: number): Load {
  const { acknowledged, stop } = keepWriting('note', {
    atOnce,
    write: (text, turn) => client.write(`/users/${getCustomer(client, turn)}/notes`, text, { body: text }),
  });
  return {
    acknowledged,
    finish: async () => {
      await stop();
      const rows = await installation.query<{ text: string; times: number }>(
        `SELECT body AS text, count(*)::int AS times FROM notes WHERE body LIKE 'note-%' GROUP BY body`,
      );
      return compare(acknowledged, new Map(rows.map(({ text, times }) => [text, times])));
    },
  };
}

/** Emails: each acknowledged email arrives once, or is marked as uncertain and arrives at most once. */
export function sendMails(
  client: Client,
  installation: Installation,
  { mailServer, atOnce }: { mailServer: MailServer; atOnce: number },
): Load & { readonly uncertain: () => number } {
  let uncertain = 0;
  const { acknowledged, stop } = keepWriting('mail', {
    atOnce,
    write: async (text, turn) => {
      const path = `/users/${getCustomer(client, turn)}/send-email`;
      await client.write(path, text, { subject: text, text: 'Hello' });
      await pause(100);
    },
  });
  return {
    acknowledged,
    uncertain: () => uncertain,
    finish: async () => {
      await stop();
      const statuses = await waitUntilIdle(installation);
      const received = new Map<string, number>();
      for (const { raw } of mailServer.received) {
        const subject = /^Subject: (mail-\S+)/m.exec(raw)?.[1] ?? '';
        received.set(subject, (received.get(subject) ?? 0) + 1);
      }
      uncertain = [...statuses.values()].filter((status) => status === 'uncertain').length;
      const arrived = (text: string): boolean =>
        statuses.get(text) === 'uncertain' || (statuses.get(text) === 'sent' && received.has(text));
      return {
        acknowledged: acknowledged.size,
        lost: [...acknowledged].filter((text) => !arrived(text)),
        doubled: [...received].filter(([, times]) => times > 1).map(([text]) => text),
      };
    },
  };
}

const maxStandstillMs = 180_000;

/** The status of each email, once none is waiting, or none has changed for three minutes. */
async function waitUntilIdle(installation: Installation): Promise<Map<string, string>> {
  let [fewest, movedAt] = [Number.POSITIVE_INFINITY, Date.now()];
  for (;;) {
    const rows = await installation.query<{ subject: string; status: string }>(
      `SELECT subject, status FROM messages WHERE subject LIKE 'mail-%'`,
    );
    const waiting = rows.filter(({ status }) => ['queued', 'sending'].includes(status)).length;
    if (waiting < fewest) [fewest, movedAt] = [waiting, Date.now()];
    if (waiting === 0 || Date.now() - movedAt > maxStandstillMs)
      return new Map(rows.map(({ subject, status }) => [subject, status]));
    await pause(500);
  }
}

const rowsPerImport = 500;

/** Imports, one after the other: each row of an acknowledged import becomes one customer. */
export function importFiles(client: Client, installation: Installation): Load {
  type Import = { import: { id: string; mapping: object; status: string; progress: number } };
  const untilDone = async (id: string): Promise<void> => {
    for (let [before, movedAt] = ['', Date.now()]; ; await pause(200)) {
      const { status, progress } = (await client.read<Import>(`/imports/${id}`)).import;
      if (status === 'done') return;
      const now = `${status} at ${String(progress)}`;
      if (now !== before) [before, movedAt] = [now, Date.now()];
      if (Date.now() - movedAt > maxStandstillMs) throw new Error(`Import ${id} stands still: ${now}`);
    }
  };
  const { acknowledged, stop } = keepWriting('import', {
    atOnce: 1,
    write: async (text) => {
      const rows = Array.from({ length: rowsPerImport }, (_, row) => `${text}-${String(row)},`);
      const csv = `Name,Company\n${rows.join('\n')}\n`;
      const { id, mapping } = (
        await client.write<Import>(`/imports?name=${text}.csv&recordType=customer`, `${text}-upload`, csv)
      ).import;
      await client.write(`/imports/${id}/start`, text, { mapping, mode: 'both', overwrite: 'all' });
      await untilDone(id);
    },
  });
  return {
    acknowledged,
    finish: async () => {
      await stop();
      const rows = await installation.query<{ text: string; times: number }>(
        `SELECT name AS text, count(*)::int AS times FROM customers WHERE name LIKE 'import-%' GROUP BY name`,
      );
      const expected = [...acknowledged].flatMap((text) =>
        Array.from({ length: rowsPerImport }, (_, row) => `${text}-${String(row)}`),
      );
      return compare(new Set(expected), new Map(rows.map(({ text, times }) => [text, times])));
    },
  };
}

function compare(acknowledged: ReadonlySet<string>, found: ReadonlyMap<string, number>): Outcome {
  return {
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((text) => !found.has(text)),
    doubled: [...found].filter(([, times]) => times > 1).map(([text]) => text),
  };
}

function getCustomer({ customerIds }: Client, turn: number): string {
  return customerIds[turn % customerIds.length] ?? '';
}

/** Clients that send a body byte by byte, stop in the middle of the headers, send nothing, or never read. */
export function sendConstantLoad(
  { address, headers }: Client,
  atOnce: number,
): { opened: () => number; stop(): void } {
  const { port } = new URL(address);
  const lines = (rest: string): string =>
    `${rest}\r\nhost: localhost\r\nauthorization: ${headers['authorization'] ?? ''}\r\nx-workspace: ${headers['x-workspace'] ?? ''}\r\n`;
  const slowBody = `${lines('POST /api/users HTTP/1.1')}content-type: application/json\r\ncontent-length: 100000\r\n\r\n{`;
  const beginnings = [
    slowBody,
    'GET /api/users HTTP/1.1\r\nhost:',
    '',
    `${lines('GET /api/events HTTP/1.1')}\r\n`,
  ];
  const sockets = new Set<Socket>();
  let opened = 0;
  let isStopped = false;
  const open = (kind: number): void => {
    if (isStopped) return;
    opened += 1;
    const beginning = beginnings[kind % beginnings.length] ?? '';
    const socket = connect({ port: Number(port), host: '127.0.0.1' }, () => void socket.write(beginning));
    socket.pause();
    sockets.add(socket);
    const trickle = setInterval(() => beginning === slowBody && socket.writable && socket.write(' '), 500);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearInterval(trickle);
      sockets.delete(socket);
      setTimeout(open, 500, kind).unref();
    });
  };
  for (let kind = 0; kind < atOnce; kind += 1) open(kind);
  return {
    opened: () => opened,
    stop: () => {
      isStopped = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
