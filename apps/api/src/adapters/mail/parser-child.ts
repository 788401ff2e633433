import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#lib/errors.ts';
import { keepAlive, spawnConfined, type ConfinedChild } from '#adapters/confined-child.ts';
import { type ByteReader, createByteReader, readJson, toFrames } from '#adapters/frames.ts';
import { type ParsedAttachment, parsedMail, type ParsedMail } from './parsed-mail.ts';

const maxHeapMegabytes = 256;
/** Limits memory growth of a reused parser. */
const maxMessages = 50;
const maxBytes = 64 * 1024 * 1024;

/** The message cannot be parsed within the limits of memory and time. */
export class UnreadableMailError extends Error {
  override readonly name = 'UnreadableMailError';
}

export type RawMessage<Stored> = {
  /** Opens the message; called again if a second parser is tried. */
  readonly open: () => Readable | Promise<Readable>;
  /** Stores one attachment and must read it to the end. */
  readonly keep: (attachment: ParsedAttachment, content: Readable) => Promise<Stored>;
  readonly timeoutMs: number;
};

export type ParseResult<Stored> = { readonly mail: ParsedMail; readonly attachments: readonly Stored[] };

/** A process that parses one raw message at a time. */
export type ParserChild = {
  /** Whether it may parse another message. */
  isUsable(): boolean;
  /**
   * Throws UnreadableMailError, UNAVAILABLE, or errors of `open`, its bytes, or `keep`; the process then
   * ends.
   */
  read<Stored>(message: RawMessage<Stored>): Promise<ParseResult<Stored>>;
  end(): void;
};

/** Starts a parser without secrets or write access. It keeps this process alive only while parsing. */
export function startParser(): ParserChild {
  const child = spawnConfined('parser-process', { maxHeapMegabytes });
  const spawned = waitUntilSpawned(child);
  // The error is reported to the pending read.
  spawned.catch(() => undefined);
  const reader = createByteReader(child.stdout);
  const use = { messages: 0, bytes: 0, hasEnded: false };
  child.once('exit', () => (use.hasEnded = true));
  const end = (): void => {
    use.hasEnded = true;
    child.kill('SIGKILL');
    child.stdin.destroy();
    child.stdout.destroy();
  };
  return {
    isUsable: () => !use.hasEnded && use.messages < maxMessages && use.bytes < maxBytes,
    end,
    read: async (message) => {
      const timer = setTimeout(end, message.timeoutMs);
      keepAlive(child, true);
      try {
        await spawned;
        const result = await readOne(child, reader, {
          ...message,
          onBytes: (count) => (use.bytes += count),
        });
        use.messages += 1;
        return result;
      } catch (error) {
        end();
        throw error;
      } finally {
        clearTimeout(timer);
        keepAlive(child, false);
      }
    },
  };
}

async function waitUntilSpawned(child: ConfinedChild): Promise<void> {
  try {
    await once(child, 'spawn');
  } catch (cause) {
    throw new AppError(
      'UNAVAILABLE',
      'The server is too busy to read email right now. Try again in a minute.',
      {
        cause,
        retryAfterSeconds: 30,
      },
    );
  }
}

async function readOne<Stored>(
  child: ConfinedChild,
  reader: ByteReader,
  { open, keep, onBytes }: RawMessage<Stored> & { onBytes: (count: number) => void },
): Promise<ParseResult<Stored>> {
  const raw = await open();
  const source = watch(raw, onBytes);
  try {
    const feeding = feed(child, toFrames(source.chunks()));
    const mail = await readDescription(reader);
    await feeding;
    source.throwIfBroken();
    const attachments: Stored[] = [];
    for (const attachment of mail.attachments)
      attachments.push(await storeAttachment(reader, attachment, (content) => keep(attachment, content)));
    return { mail, attachments };
  } catch (error) {
    source.throwIfBroken();
    throw error;
  } finally {
    raw.destroy();
  }
}

/** Sends one message to the parser. After a failure the parser is not reused. */
async function feed(child: ConfinedChild, frames: AsyncIterable<Buffer>): Promise<void> {
  try {
    await pipeline(frames, child.stdin, { end: false });
  } catch {
    child.kill('SIGKILL');
  }
}

async function readDescription(reader: ByteReader): Promise<ParsedMail> {
  try {
    return parsedMail.parse(await readJson(reader));
  } catch (error) {
    throw createUnreadableError(error);
  }
}

async function storeAttachment<Stored>(
  reader: ByteReader,
  { sizeBytes }: ParsedAttachment,
  keep: (content: Readable) => Promise<Stored>,
): Promise<Stored> {
  let missing = sizeBytes;
  let failure: unknown = null;
  async function* content(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of reader.pass(sizeBytes)) {
        missing -= chunk.length;
        yield chunk;
      }
    } catch (error) {
      failure = createUnreadableError(error);
      throw failure;
    }
  }
  try {
    const kept = await keep(Readable.from(content(), { objectMode: false }));
    if (missing > 0) throw new Error('An attachment was not read to its end');
    return kept;
  } catch (error) {
    throw failure ?? error;
  }
}

function createUnreadableError(cause: unknown): UnreadableMailError {
  return new UnreadableMailError('The message cannot be read', { cause });
}

function watch(
  raw: Readable,
  onBytes: (count: number) => void,
): { chunks: () => AsyncGenerator<Buffer>; throwIfBroken: () => void } {
  let failure: { readonly cause: unknown } | null = null;
  return {
    chunks: async function* chunks() {
      try {
        const bytes: AsyncIterable<Buffer> = raw;
        for await (const chunk of bytes) {
          onBytes(chunk.length);
          yield chunk;
        }
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
