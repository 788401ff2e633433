import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A child process with piped input and output. */
export type ConfinedChild = ChildProcessByStdio<Writable, Readable, null>;

const root = new URL('../../../../', import.meta.url);
/** Our own code and its packages: no data, no key, and nothing of the machine. */
const readable = ['apps/api/', 'packages/', 'node_modules/', 'package.json'].map((path) =>
  fileURLToPath(new URL(path, root)),
);
const noNetwork = new URL('./no-network.ts', import.meta.url).href;

/**
 * Starts a process for untrusted input: it reads its own code only, and may not write, start processes, or use Node's
 * network functions. No environment, limited memory. It is killed after `timeoutMs`, if given. One that nobody waits for `givesWay`
 * to the other processes of the machine.
 */
export function spawnConfined(
  program: URL,
  {
    maxHeapMegabytes,
    timeoutMs,
    givesWay = false,
  }: { maxHeapMegabytes: number; timeoutMs?: number; givesWay?: boolean },
): ConfinedChild {
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${String(maxHeapMegabytes)}`,
      '--permission',
      ...readable.map((path) => `--allow-fs-read=${path}`),
      '--no-warnings',
      `--import=${noNetwork}`,
      fileURLToPath(program),
    ],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
      ...(timeoutMs !== undefined && { timeout: timeoutMs, killSignal: 'SIGKILL' }),
    },
  );
  if (givesWay && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}
