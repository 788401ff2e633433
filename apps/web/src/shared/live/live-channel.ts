import { liveNotice, type LiveNotice, streamEvents } from '@handover/contract/http/events.ts';
import { useSyncExternalStore } from 'react';
import { openStream } from '#shared/api/client.ts';

const firstRetryMs = 1_000;
const maxRetryMs = 30_000;

export interface LiveListener {
  onNotice: (notice: LiveNotice) => void;
  /** Notices may have been missed: everything shown must be refetched. */
  onResync: () => void;
  /** The stream is connected; notices include those since the page was opened. */
  onOpen: () => void;
  /** The stream was interrupted or could not be opened; it will be retried. */
  onLost: () => void;
}

/**
 * Receives live updates. One tab of the browser keeps the stream and forwards it to the others; when it
 * closes, another takes over. `name` identifies user and workspace. Returns a function that stops it.
 */
export function openLiveChannel(name: string, listener: LiveListener): () => void {
  const ending = new AbortController();
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => notifyListener(listener, data));
  const pass = (event: StreamEvent): void => {
    notifyListener(listener, event);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has no target origin: it reaches this origin only
    channel.postMessage(event);
  };
  const lead = (): Promise<void> => maintainStream(pass, ending.signal);
  // Without a secure context there are no locks, so each tab opens its own stream.
  const leading =
    'locks' in navigator ? navigator.locks.request(name, { signal: ending.signal }, lead) : lead();
  leading.catch(() => undefined);
  return () => {
    ending.abort();
    channel.close();
  };
}

async function maintainStream(pass: (event: StreamEvent) => void, signal: AbortSignal): Promise<void> {
  let retryMs = firstRetryMs;
  let hasGap = false;
  while (!signal.aborted) {
    try {
      // After a gap, everything is refetched. On the first connection, only what has changed since the page began to
      // load.
      const offlineMs = hasGap ? undefined : Math.ceil(performance.now());
      const response = await openStream(streamEvents, { query: { offlineMs }, signal });
      retryMs = firstRetryMs;
      pass({ event: hasGap ? 'resync' : 'open', data: 'null' });
      if (response.body !== null) for await (const event of readEvents(response.body)) pass(event);
    } catch {
      // The API client has handled an ended session. Anything else is temporary.
    }
    if (signal.aborted) return;
    hasGap = true;
    pass({ event: 'lost', data: 'null' });
    await pause(retryMs * (0.75 + Math.random() / 2), signal);
    retryMs = Math.min(retryMs * 2, maxRetryMs);
  }
}

function notifyListener(listener: LiveListener, message: unknown): void {
  if (typeof message !== 'object' || message === null || !('event' in message)) return;
  if (message.event === 'resync') listener.onResync();
  if (message.event === 'open') listener.onOpen();
  if (message.event === 'lost') listener.onLost();
  if (message.event !== 'notice' || !('data' in message) || typeof message.data !== 'string') return;
  const notice = liveNotice.safeParse(parse(message.data));
  if (notice.success) listener.onNotice(notice.data);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/** Reads a `text/event-stream` to its end, event by event. Comments (heartbeats) are skipped. */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = `${rest}${value}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event !== null) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseEvent(block: string): StreamEvent | null {
  const fields = new Map(
    block
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()]),
  );
  const event = fields.get('event');
  return event === undefined ? null : { event, data: fields.get('data') ?? '' };
}

/** Interruptions shorter than this, such as a server restart, are not shown. */
const patienceMs = 5_000;

let isHeard = true;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Whether the server seems reachable: the browser is online and the live stream is connected. */
export function useIsConnected(): boolean {
  return useSyncExternalStore(subscribe, () => isHeard && navigator.onLine);
}

/** Reports that the live stream was connected or interrupted. */
export function setStreamState(state: 'open' | 'lost'): void {
  // Each failed attempt to connect reports again, but the delay counts from the first.
  if (state === 'lost') {
    timer ??= setTimeout(() => set(false), patienceMs);
    return;
  }
  clearTimeout(timer);
  timer = undefined;
  set(true);
}

function set(next: boolean): void {
  isHeard = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
