import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

export type StopLimits = {
  /** For everything that has to stop, in order. */
  readonly stopMs: number;
  /** For the process to exit, once everything has stopped. */
  readonly exitMs: number;
};

/** Requests have 8 s, jobs 5 s, and PostgreSQL up to 35 s for its last checkpoint. */
const defaultLimits: StopLimits = { stopMs: 60_000, exitMs: 3_000 };

/** Ends the process at the first signal: after `stop`, or without it once its time is up. */
export function stopOnSignal(
  stop: () => Promise<void>,
  { onSignal, limits }: { onSignal: (signal: NodeJS.Signals) => void; limits?: StopLimits },
): void {
  let isStopping = false;
  const begin = (signal: NodeJS.Signals): void => {
    if (isStopping) return;
    isStopping = true;
    onSignal(signal);
    void stopProcess(stop, { exitCode: 0, limits });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, begin);
}

/** Waits for `stop` up to the limit, then ends the process with `exitCode`, or 1 on timeout. */
export async function stopProcess(
  stop: () => Promise<void>,
  { exitCode, limits = defaultLimits }: { exitCode: number; limits?: StopLimits | undefined },
): Promise<never> {
  const guard = startExitGuard(limits);
  const isOver = await Promise.race([
    stop().then(
      () => true,
      () => false,
    ),
    pause(limits.stopMs, false),
  ]);
  guard.expectExit();
  process.exit(isOver ? exitCode : 1);
}

/**
 * A process that kills this one when its time is up. A timer in this process is not enough: if a thread of the runtime
 * or of a library hangs, the process waits for it without running timers or handling signals. The pipe closes with this
 * process, so another process that later gets the same id is safe.
 */
function startExitGuard({ stopMs, exitMs }: StopLimits): { expectExit: () => void } {
  const program = `
    const kill = () => process.kill(${String(process.pid)}, 'SIGKILL');
    setTimeout(kill, ${String(stopMs + exitMs)});
    process.stdin.on('data', () => setTimeout(kill, ${String(exitMs)})).on('end', () => process.exit());`;
  const guard = spawn(process.execPath, ['-e', program], {
    cwd: '/',
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  });
  // Without a guard, the process still ends in all ordinary cases.
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  return { expectExit: () => void guard.stdin.write('.') };
}
