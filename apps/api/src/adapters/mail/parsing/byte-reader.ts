import type { Readable } from 'node:stream';

export type ByteReader = {
  /** The next `size` bytes. Throws when the stream ends before. */
  take(size: number): Promise<Buffer>;
  /** The next `size` bytes as they come. Throws when the stream ends before. */
  pass(size: number): AsyncGenerator<Buffer>;
  /** Whether nothing more comes; waits until that is known. */
  isAtEnd(): Promise<boolean>;
};

/** Reads a stream in pieces of known size. */
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
      const piece = rest.subarray(0, missing);
      rest = rest.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }
  return {
    pass,
    isAtEnd,
    take: async (size) => {
      const pieces: Buffer[] = [];
      for await (const piece of pass(size)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
}
