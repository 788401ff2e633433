import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createByteReader, toFrames, type ByteReader } from './frames.ts';

/** A child process with piped input and output. */
export type ConfinedChild = ChildProcessByStdio<Writable, Readable, null>;

/** A program for untrusted input, which `rolldown.config.ts` bundles. */
export type ConfinedProgram =
  | 'parser-process'
  | 'verifier-process'
  | 'pages-process'
  | 'stamp-process'
  | 'text-process'
  | 'workbook-process';

const root = new URL('../../../../', import.meta.url);
const bundles = new URL('apps/api/dist/confined/', root);
/** The bundles, and the packages with the WebAssembly they load: no source code, data, keys, or system files. */
const readable = [bundles.href, 'node_modules/@hyzyla/pdfium/', 'node_modules/@jsquash/webp/'].map((path) =>
  fileURLToPath(new URL(path, root)),
);

/** Without the bundles, the server would treat every file and email as damaged. */
export function assertBundlesExist(folder = bundles): void {
  if (!existsSync(new URL('no-network.js', folder)))
    throw new Error(
      'The programs that read files and email are not built. Start the server with npm start, a worker with npm run worker.',
    );
}

/**
 * Compiles regular expressions at once, instead of optimized bytecode first, which took 0.5 s for those of the scan for
 * patient information in each new process. Now 0.15 s.
 */
const regExpOptions = ['--no-regexp-tier-up'];

type Limits = {
  readonly maxHeapMegabytes: number;
  readonly timeoutMs?: number;
  readonly givesWay?: boolean;
};

/**
 * Starts a process for untrusted input: it can read only its own code, and cannot write files, start processes, or use
 * Node's network functions. It has no environment and limited memory. It is killed after `timeoutMs`, if given. With
 * `givesWay`, it runs at low priority: for background work.
 */
export function spawnConfined(
  program: ConfinedProgram | URL,
  { maxHeapMegabytes, timeoutMs, givesWay = false }: Limits,
): ConfinedChild {
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${String(maxHeapMegabytes)}`,
      ...regExpOptions,
      '--permission',
      ...readable.map((path) => `--allow-fs-read=${path}`),
      '--no-warnings',
      `--import=${new URL('no-network.js', bundles).href}`,
      fileURLToPath(typeof program === 'string' ? new URL(`${program}.js`, bundles) : program),
    ],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
      ...(timeoutMs !== undefined && { timeout: timeoutMs, killSignal: 'SIGKILL' }),
    },
  );
  // Whoever awaits the process or its answer gets the error; without a listener, it would end this process.
  for (const part of [child, child.stdin, child.stdout]) part.on('error', () => undefined);
  if (givesWay && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

/**
 * What `read` makes of the answer of a new process to `request` and the framed bytes of `source`. Throws errors of
 * `source` and `read`, and if the process cannot be started.
 */
export async function runConfined<T>(
  program: ConfinedProgram,
  { request = [], source, ...limits }: Limits & { request?: readonly Buffer[]; source: Readable },
  read: (answer: ByteReader) => Promise<T>,
): Promise<T> {
  const child = spawnConfined(program, limits);
  try {
    await once(child, 'spawn');
    for (const part of request) child.stdin.write(part);
    await sendFrames(child, source);
    return await read(createByteReader(child.stdout));
  } finally {
    child.kill('SIGKILL');
    child.stdout.destroy();
    source.destroy();
  }
}

/** Writes `source` to the input of a process. Throws errors of `source` only: a process that stops early closes its input. */
export async function sendFrames(
  child: ConfinedChild,
  source: Readable,
  { end = true }: { end?: boolean } = {},
): Promise<void> {
  const errors: unknown[] = [];
  source.once('error', (error) => errors.push(error));
  await pipeline(toFrames(source), child.stdin, { end }).catch(() => undefined);
  if (errors.length > 0) throw errors[0];
}

/** Whether a process, and its pipes, keep this process alive. */
export function keepAlive(child: ConfinedChild, isActive: boolean): void {
  const act = isActive ? 'ref' : 'unref';
  child[act]();
  for (const pipe of [child.stdin, child.stdout]) if (pipe instanceof Socket) pipe[act]();
}
