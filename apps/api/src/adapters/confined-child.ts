import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A child process with piped input and output. */
export type ConfinedChild = ChildProcessByStdio<Writable, Readable, null>;

/**
 * Starts a process for untrusted input: no network, no write access, no environment, limited memory. It is
 * killed after `timeoutMs`, if given.
 */
export function spawnConfined(
  program: URL,
  { maxHeapMegabytes, timeoutMs }: { maxHeapMegabytes: number; timeoutMs?: number },
): ConfinedChild {
  return spawn(
    process.execPath,
    [
      `--max-old-space-size=${String(maxHeapMegabytes)}`,
      '--permission',
      '--allow-fs-read=*',
      '--no-warnings',
      fileURLToPath(program),
    ],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
      ...(timeoutMs !== undefined && { timeout: timeoutMs, killSignal: 'SIGKILL' }),
    },
  );
}
