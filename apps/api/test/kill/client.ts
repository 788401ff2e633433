import { setTimeout as pause } from 'node:timers/promises';
import { readJson } from '#lib/text.ts';

const retryMs = 200;
const maxResponseMs = 20_000;

export type Failure = { readonly call: string; readonly status: number; readonly requestId: string };

/** Calls a server that may die at any moment. */
export type Client = {
  readonly customerIds: readonly string[];
  /** Responses other than 503 that no client should get. */
  readonly failures: Failure[];
  readonly counts: { unavailable: number; inFlight: number; interrupted: number };
  readonly headers: Readonly<Record<string, string>>;
  readonly address: string;
  /** Repeats the call with its idempotency key until it succeeds. Throws if the call is rejected. */
  write<T>(path: string, key: string, body: unknown): Promise<T>;
  read<T>(path: string): Promise<T>;
};

export async function openClient(address: string, password: string): Promise<Client> {
  const failures: Failure[] = [];
  const counts = { unavailable: 0, inFlight: 0, interrupted: 0 };
  const attempt = async <T>(path: string, init: RequestInit): Promise<{ done: T } | null> => {
    counts.inFlight += 1;
    try {
      const response = await fetch(`${address}/api${path}`, {
        ...init,
        signal: AbortSignal.timeout(maxResponseMs),
      });
      const text = await response.text();
      if (response.ok) return { done: readJson<T>(text) };
      const call = `${init.method ?? 'GET'} ${path}`;
      // The machine was too busy to send its own request in time, so nothing was done.
      if (response.status === 408) {
        counts.interrupted += 1;
        return null;
      }
      if (response.status < 500)
        throw new RejectedError(`${call} answered ${String(response.status)}: ${text}`);
      if (response.status === 503) counts.unavailable += 1;
      else failures.push({ call, status: response.status, requestId: findRequestId(text) });
      return null;
    } catch (error) {
      if (error instanceof RejectedError) throw error;
      counts.interrupted += 1;
      return null;
    } finally {
      counts.inFlight -= 1;
    }
  };
  const untilDone = async <T>(path: string, init: RequestInit): Promise<T> => {
    for (;;) {
      const answer = await attempt<T>(path, init);
      if (answer !== null) return answer.done;
      await pause(retryMs);
    }
  };
  const json = { 'content-type': 'application/json' };
  const login = {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'admin@handover.test', password }),
  };
  const { token, user } = await untilDone<{ token: string; user: { workspaceId: string } }>(
    '/auth/login',
    login,
  );
  const headers = { authorization: `Bearer ${token}`, 'x-workspace': user.workspaceId };
  const read = <T>(path: string): Promise<T> => untilDone<T>(path, { headers });
  const { users } = await read<{ users: { id: string; email: string | null }[] }>('/users?limit=20');
  return {
    address,
    headers,
    customerIds: users.filter(({ email }) => email !== null).map(({ id }) => id),
    failures,
    counts,
    read,
    write: (path, key, body) => {
      const isText = typeof body === 'string';
      return untilDone(path, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': isText ? 'application/octet-stream' : 'application/json',
          'idempotency-key': `kill-test-${key}`,
        },
        body: isText ? body : JSON.stringify(body),
      });
    },
  };
}

class RejectedError extends Error {
  override readonly name = 'RefusedError';
}

function findRequestId(text: string): string {
  return /"requestId":"([^"]*)"/.exec(text)?.[1] ?? '';
}

/** The server's log entries for each failure. */
export function listCauses(failures: readonly Failure[], output: string): string[] {
  const lines = output.split('\n');
  return failures.map(({ call, status, requestId }) => {
    const line = lines.find((text) => requestId !== '' && text.includes(requestId)) ?? '';
    const cause = /"message":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? 'no line in the log';
    return `${call} answered ${String(status)}: ${cause}`;
  });
}
