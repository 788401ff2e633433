import { setTimeout as pause } from 'node:timers/promises';

export type Ledger = {
  /** Writes that the server has answered with success, by their own text. */
  readonly acknowledged: Set<string>;
  /** The most that were under way at once. */
  readonly maxInFlight: () => number;
  inFlight(): number;
  stop(): Promise<void>;
};

type Target = {
  readonly address: string;
  readonly token: string;
  readonly workspaceId: string;
  readonly customerIds: readonly string[];
};

const retryMs = 50;

/**
 * Keeps `writers` notes under way against a server that may die at any moment. Each note is retried
 * with its idempotency key until it is acknowledged, so in the end each stands there exactly once.
 */
export function startWriting({ address, token, workspaceId, customerIds }: Target, writers: number): Ledger {
  const acknowledged = new Set<string>();
  const stopping = new AbortController();
  let underWay = 0;
  let most = 0;
  const write = async (text: string, customerId: string): Promise<void> => {
    for (;;) {
      underWay += 1;
      most = Math.max(most, underWay);
      const isDone = await post(text, customerId).finally(() => {
        underWay -= 1;
      });
      if (isDone) return void acknowledged.add(text);
      await pause(retryMs);
    }
  };
  const post = async (text: string, customerId: string): Promise<boolean> => {
    try {
      const response = await fetch(`${address}/api/users/${customerId}/notes`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'x-workspace': workspaceId,
          'content-type': 'application/json',
          'idempotency-key': `kill-test-${text}`,
        },
        body: JSON.stringify({ body: text }),
        signal: AbortSignal.timeout(20_000),
      });
      await response.arrayBuffer();
      if (response.status !== 201 && response.status < 500)
        throw new TypeError(`Answered ${String(response.status)}`);
      return response.status === 201;
    } catch (error) {
      // fetch throws a TypeError for a lost connection too; only an answer of ours is a failure of the test.
      if (error instanceof TypeError && error.message.startsWith('Answered')) throw error;
      return false;
    }
  };
  const work = Array.from({ length: writers }, async (_, writer) => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      await write(
        `${String(writer)}-${String(turn)}`,
        customerIds[(writer + turn) % customerIds.length] ?? '',
      );
    }
  });
  return {
    acknowledged,
    maxInFlight: () => most,
    inFlight: () => underWay,
    stop: async () => {
      stopping.abort();
      await Promise.all(work);
    },
  };
}
