import type { Readable } from 'node:stream';

const maxJsonBytes = 16 * 1024 * 1024;

/** A 32-bit big-endian length prefix. */
export function createLengthPrefix(length: number): Buffer {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(length);
  return prefix;
}

/** A value as JSON with its length. */
export function toJsonFrame(value: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(value));
  return Buffer.concat([createLengthPrefix(json.length), json]);
}

/** Reads what `toJsonFrame` made. Throws for more than 16 MB, and when the stream ends early. */
export async function readJson(reader: ByteReader): Promise<unknown> {
  const size = (await reader.take(4)).readUInt32BE();
  if (size > maxJsonBytes) throw new Error(`A frame of ${String(size)} bytes`);
  return JSON.parse((await reader.take(size)).toString('utf8'));
}

/** Frames a message of unknown length: each chunk with its length, then a zero. */
export async function* toFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    yield createLengthPrefix(chunk.length);
    yield chunk;
  }
  yield createLengthPrefix(0);
}

/** The chunks of one framed message. Throws when the stream ends early. */
export async function* readFrames(reader: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const length = (await reader.take(4)).readUInt32BE();
    if (length === 0) return;
    yield* reader.pass(length);
  }
}

export type ByteReader = {
  /** Exactly `size` bytes. Throws when the stream ends early. */
  take(size: number): Promise<Buffer>;
  /** The next `size` bytes in chunks. Throws when the stream ends early. */
  pass(size: number): AsyncGenerator<Buffer>;
  /** Whether the stream has ended; waits until that is known. */
  isAtEnd(): Promise<boolean>;
};

export function createByteReader(stream: Readable): ByteReader {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  async function isAtEnd(): Promise<boolean> {
    while (rest.length === 0) {
      const next = await chunks.next();
      if (next.done === true) return true;
      rest = Buffer.from(next.value);
    }
    return false;
  }
  async function* pass(size: number): AsyncGenerator<Buffer> {
    let missing = size;
    while (missing > 0) {
      if (await isAtEnd()) throw new Error('The stream ended too early');
      const chunk = rest.subarray(0, missing);
      rest = rest.subarray(chunk.length);
      missing -= chunk.length;
      yield chunk;
    }
  }
  return {
    pass,
    isAtEnd,
    take: async (size) => {
      const chunks: Buffer[] = [];
      for await (const chunk of pass(size)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
  };
}
