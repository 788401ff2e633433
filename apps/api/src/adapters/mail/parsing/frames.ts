import type { ByteReader } from './byte-reader.ts';

/** A 32-bit big-endian number, as it stands before what is that long. */
export function lengthPrefix(length: number): Buffer {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(length);
  return prefix;
}

/** A message of unknown length on its way: each chunk behind its length, and a zero for the end. */
export async function* toFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    yield lengthPrefix(chunk.length);
    yield chunk;
  }
  yield lengthPrefix(0);
}

/** The chunks of one framed message. Throws when the stream ends before the message does. */
export async function* fromFrames(reader: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const length = (await reader.take(4)).readUInt32BE();
    if (length === 0) return;
    yield* reader.pass(length);
  }
}
