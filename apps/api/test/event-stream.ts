import { expect } from 'vitest';
import type { Caller } from './caller.ts';

export type EventStream = {
  readonly seen: string[];
  waitFor(text: string): Promise<void>;
  readonly closed: Promise<void>;
  stop(): void;
};

/** Reads a member's event stream as the web does. */
export async function openEventStream(address: string, caller: Caller, query = ''): Promise<EventStream> {
  const abort = new AbortController();
  const response = await fetch(`${address}/api/events${query}`, {
    headers: { authorization: `Bearer ${caller.token ?? ''}`, 'x-workspace': caller.workspaceId ?? '' },
    signal: abort.signal,
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const seen: string[] = [];
  const waiting = new Set<() => void>();
  const read = async (): Promise<void> => {
    for await (const chunk of response.body ?? []) {
      seen.push(Buffer.from(chunk).toString());
      for (const wake of waiting) wake();
    }
  };
  const closed = read().catch(() => undefined);
  return {
    seen,
    closed,
    stop: () => abort.abort(),
    waitFor: (text) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!seen.join('').includes(text)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}
