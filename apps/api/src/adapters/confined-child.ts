import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** Takes bytes and answers with bytes. */
export type ConfinedChild = ChildProcessByStdio<Writable, Readable, null>;

/**
 * A process for what comes from outside: no network, no writing, no environment, and memory of its own that
 * it can use up. After `timeoutMs`, if given, it is killed.
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
