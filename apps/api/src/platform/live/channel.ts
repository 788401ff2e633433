import pg from 'pg';
import type { Logger } from '#lib/logger.ts';
import type { Notice } from '#platform/work.ts';
import { readJson } from '#lib/text.ts';

const channelName = 'handover_live';
const coalesceMs = 50;
const reconnectMs = 1_000;
/** NOTIFY is limited to 8,000 bytes. */
const maxNoticesPerMessage = 20;

export type LiveChannel = {
  /** Sends to all servers including this one, coalesced for 50 ms. A lost notice only delays a refetch. */
  send(notices: readonly Notice[]): void;
  start(): Promise<void>;
  stop(): Promise<void>;
};

type Parts = {
  readonly connectionString: string;
  readonly logger: Logger;
  onNotices(notices: Notice[]): void;
  /** Called after a gap; missed changes must be refetched. */
  onReconnect(): void;
};

/** Sends notices between servers over LISTEN/NOTIFY on a separate connection. */
export function createLiveChannel({ connectionString, logger, onNotices, onReconnect }: Parts): LiveChannel {
  const line = createListener({ connectionString, logger, onNotices, onReconnect });
  let pending: Notice[] = [];
  let flushTimer: NodeJS.Timeout | null = null;
  let flushing = Promise.resolve();
  const flush = (): Promise<void> => {
    flushing = flushing.then(sendPending);
    return flushing;
  };
  const sendPending = async (): Promise<void> => {
    flushTimer = null;
    const batch = pending;
    pending = [];
    const messages: string[] = [];
    for (let start = 0; start < batch.length; start += maxNoticesPerMessage)
      messages.push(JSON.stringify(batch.slice(start, start + maxNoticesPerMessage)));
    if (messages.length > 0) await line.send(messages);
  };
  return {
    send: (notices) => {
      pending.push(...notices);
      flushTimer ??= setTimeout(() => void flush(), coalesceMs);
    },
    start: line.connect,
    stop: async () => {
      if (flushTimer !== null) clearTimeout(flushTimer);
      await flush();
      await line.end();
    },
  };
}

type Line = {
  connect(): Promise<void>;
  send(payloads: readonly string[]): Promise<void>;
  end(): Promise<void>;
};

/** A listening connection that reconnects. */
function createListener({ connectionString, logger, onNotices, onReconnect }: Parts): Line {
  let client: pg.Client | null = null;
  let isEnded = false;
  let reconnectTimer: NodeJS.Timeout | null = null;
  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString,
      application_name: 'handover-live',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    next.on('error', (error) => lose(next, error));
    next.on('end', () => lose(next, null));
    // Trusted: only this app's `send` writes to the channel.
    next.on('notification', ({ payload }) => onNotices(readJson<Notice[]>(payload ?? '[]')));
    await next.connect();
    await next.query(`LISTEN ${channelName}`);
    client = next;
  };
  const lose = (lost: pg.Client, error: Error | null): void => {
    if (isEnded || client !== lost) return;
    client = null;
    logger.warn({ err: error }, 'live channel lost');
    retry();
  };
  const retry = (): void => {
    if (!isEnded) reconnectTimer = setTimeout(() => void connect().then(onReconnect, retry), reconnectMs);
  };
  return {
    connect,
    send: async (payloads) => {
      // A failed notice is not retried: clients refetch after the reconnect.
      await client
        ?.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) payload', [channelName, payloads])
        .catch((error: unknown) => logger.warn({ err: error }, 'live notices not sent'));
    },
    end: async () => {
      isEnded = true;
      if (reconnectTimer !== null) clearTimeout(reconnectTimer);
      await client?.end();
    },
  };
}
