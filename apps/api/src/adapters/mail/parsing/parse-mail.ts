import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createByteReader, type ByteReader } from './byte-reader.ts';
import { parsedMail, type ParsedAttachment, type ParsedMail } from './parsed-mail.ts';

const maxHeapMegabytes = 256;
const maxDescriptionBytes = 16 * 1024 * 1024;
const maxAtOnce = 2;

/** The message cannot be read, or takes more time or memory than a message may. */
export class UnreadableMailError extends Error {
  override readonly name = 'UnreadableMailError';
}

type Options<Kept> = {
  readonly raw: Readable;
  /** Takes in one attachment, which it reads to its end. */
  readonly keep: (attachment: ParsedAttachment, content: Readable) => Promise<Kept>;
  readonly timeoutMs?: number;
};

export type ParseResult<Kept> = { readonly mail: ParsedMail; readonly kept: readonly Kept[] };

type Parser = ChildProcessByStdio<Writable, Readable, null>;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Reads a raw message in a process of its own, which has no secrets, may not write, and is ended past
 * its memory or 60 s; two at a time. Throws UnreadableMailError, or what `raw` or `keep` threw.
 */
export async function parseMail<Kept>({
  raw,
  keep,
  timeoutMs = 60_000,
}: Options<Kept>): Promise<ParseResult<Kept>> {
  if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await parseInChild({ raw, keep, timeoutMs });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function parseInChild<Kept>({
  raw,
  keep,
  timeoutMs,
}: Required<Options<Kept>>): Promise<ParseResult<Kept>> {
  const child = startParser(timeoutMs);
  const source = watch(raw);
  try {
    await once(child, 'spawn');
    // A parser that gives up early closes its end; only a source that breaks is a failure of the feeding.
    const feeding = pipeline(source.chunks(), child.stdin).catch(() => undefined);
    const reader = createByteReader(child.stdout);
    const mail = await readDescription(reader);
    await feeding;
    source.throwIfBroken();
    const kept: Kept[] = [];
    for (const attachment of mail.attachments)
      kept.push(
        await keep(attachment, Readable.from(reader.pass(attachment.sizeBytes), { objectMode: false })),
      );
    return { mail, kept };
  } catch (error) {
    source.throwIfBroken();
    throw error;
  } finally {
    child.kill('SIGKILL');
    child.stdout.destroy();
    raw.destroy();
  }
}

async function readDescription(reader: ByteReader): Promise<ParsedMail> {
  try {
    const size = (await reader.take(4)).readUInt32BE();
    if (size > maxDescriptionBytes) throw new Error(`A description of ${String(size)} bytes`);
    return parsedMail.parse(JSON.parse((await reader.take(size)).toString('utf8')));
  } catch (error) {
    throw new UnreadableMailError('The message cannot be read', { cause: error });
  }
}

function watch(raw: Readable): { chunks: () => AsyncGenerator<unknown>; throwIfBroken: () => void } {
  let failure: { readonly cause: unknown } | null = null;
  return {
    chunks: async function* chunks() {
      try {
        yield* raw;
      } catch (error) {
        failure = { cause: error };
        throw error;
      }
    },
    throwIfBroken: () => {
      if (failure !== null) throw failure.cause;
    },
  };
}

function startParser(timeoutMs: number): Parser {
  return spawn(
    process.execPath,
    [
      `--max-old-space-size=${String(maxHeapMegabytes)}`,
      '--permission',
      '--allow-fs-read=*',
      '--no-warnings',
      fileURLToPath(new URL('./parser-process.ts', import.meta.url)),
    ],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    },
  );
}
