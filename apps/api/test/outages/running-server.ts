import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const entry = resolve(import.meta.dirname, '../../src/server.ts');
export const samplePassword = 'outage test password';

/** Starts the server when it must not start, and resolves with its output once it has exited. */
export async function startExpectingFailure(
  env: Record<string, string>,
): Promise<{ exitCode: number | null; output: string }> {
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 150_000,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return { exitCode: child.exitCode, output };
}

/** The PostgreSQL processes that work on a data folder. */
export async function listDatabaseProcesses(dataDir: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, index) => folders[index] === join(dataDir, 'pg')).map(Number);
}

/** Waits for a condition, at most `timeoutMs`; returns the last value either way. */
export async function waitFor<T>(
  read: () => Promise<T>,
  isThere: (value: T) => boolean,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (isThere(value) || Date.now() > deadline) return value;
    await pause(100);
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers are read freely by tests
export type Reply = { readonly status: number; readonly type: string; readonly body: any };
export type Session = {
  readonly headers: Readonly<Record<string, string>>;
  readonly customerId: string;
  get(path: string): Promise<Reply>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
};

const maxResponseMs = 10_000;

/** Signs in as the sample administrator. A call that takes over ten seconds fails. */
export async function signIn(address: string): Promise<Session> {
  const call = async (path: string, init: RequestInit): Promise<Reply> => {
    const response = await fetch(`${address}/api${path}`, {
      ...init,
      signal: AbortSignal.timeout(maxResponseMs),
    });
    const type = response.headers.get('content-type') ?? '';
    const text = await response.text();
    return { status: response.status, type, body: type.includes('json') ? JSON.parse(text) : text };
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const login = await post('/auth/login', { email: 'admin@handover.test', password: samplePassword });
  const headers = {
    authorization: `Bearer ${login.body.token}`,
    'x-workspace': String(login.body.user.workspaceId),
  };
  const { body } = await call('/users?limit=1', { headers });
  return {
    headers,
    customerId: body.users[0].id,
    get: (path) => call(path, { headers }),
    post: (path, input, more = {}) => post(path, input, { ...headers, ...more }),
  };
}
