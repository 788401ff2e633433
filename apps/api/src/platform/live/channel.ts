import pg from 'pg';
import type { Logger } from '../../lib/logger.ts';
import type { Notice } from '../work.ts';

const channelName = 'handover_live';
const coalesceMs = 50;
const reconnectMs = 1_000;
/** NOTIFY takes up to 8,000 bytes. */
const maxNoticesPerMessage = 20;

export type LiveChannel = {
  /** Tells every server, this one included; coalesced for 50 ms. Notices are hints: a lost one costs a refetch later. */
  send(notices: readonly Notice[]): void;
  start(): Promise<void>;
  stop(): Promise<void>;
};

type Parts = {
  readonly connectionString: string;
  readonly logger: Logger;
  onNotices(notices: Notice[]): void;
  /** After a gap: whatever was missed has to be fetched anew. */
  onReconnect(): void;
};

/** Carries notices between servers over LISTEN/NOTIFY, on a connection of its own. */
export function createLiveChannel({ connectionString, logger, onNotices, onReconnect }: Parts): LiveChannel {
  let client: pg.Client | null = null;
  let isStopped = false;
  let pending: Notice[] = [];
  let flushTimer: NodeJS.Timeout | null = null;
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
    next.on('notification', ({ payload }) => onNotices(parse(payload)));
    await next.connect();
    await next.query(`LISTEN ${channelName}`);
    client = next;
  };
  const lose = (lost: pg.Client, error: Error | null): void => {
    if (isStopped || client !== lost) return;
    client = null;
    logger.warn({ err: error }, 'live channel lost');
    retry();
  };
  const retry = (): void => {
    reconnectTimer = setTimeout(
      () => void connect().then(onReconnect, () => (isStopped ? undefined : retry())),
      reconnectMs,
    );
  };
  const flush = async (): Promise<void> => {
    flushTimer = null;
    const batch = pending;
    pending = [];
    try {
      for (let start = 0; start < batch.length; start += maxNoticesPerMessage) {
        await client?.query('SELECT pg_notify($1, $2)', [
          channelName,
          JSON.stringify(batch.slice(start, start + maxNoticesPerMessage)),
        ]);
      }
    } catch (error) {
      logger.warn({ err: error }, 'live notices not sent');
    }
  };
  return {
    send: (notices) => {
      pending.push(...notices);
      flushTimer ??= setTimeout(() => void flush(), coalesceMs);
    },
    start: connect,
    stop: async () => {
      isStopped = true;
      if (flushTimer !== null) clearTimeout(flushTimer);
      if (reconnectTimer !== null) clearTimeout(reconnectTimer);
      await flush();
      await client?.end();
    },
  };
}

function parse(payload: string | undefined): Notice[] {
  // Only this app's own role can send here, always as the type written above.
  const notices: Notice[] = JSON.parse(payload ?? '[]');
  return notices;
}
