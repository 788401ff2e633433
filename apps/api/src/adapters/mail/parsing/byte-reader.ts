import type { Readable } from 'node:stream';

export type ByteReader = {
  /** The next `size` bytes. Throws when the stream ends before. */
  take(size: number): Promise<Buffer>;
  /** The next `size` bytes as they come. Throws when the stream ends before. */
  pass(size: number): AsyncGenerator<Buffer>;
};

/** Reads a stream in pieces of known size. */
export function createByteReader(stream: Readable): ByteReader {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  async function* pass(size: number): AsyncGenerator<Buffer> {
    let missing = size;
    while (missing > 0) {
      if (rest.length === 0) {
        const next = await chunks.next();
        if (next.done === true) throw new Error('The stream ended too early');
        rest = Buffer.from(next.value);
      }
      const piece = rest.subarray(0, missing);
      rest = rest.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }
  return {
    pass,
    take: async (size) => {
      const pieces: Buffer[] = [];
      for await (const piece of pass(size)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
}
