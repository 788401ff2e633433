import { blockBytes, paddingOf, readHeader, type TarHeader } from './tar-format.ts';

/** The archive is not one, was changed, or ends too early. */
export class BrokenTarError extends Error {
  override readonly name = 'BrokenTarError';
}

export type TarEntry = TarHeader & { readonly bytes: AsyncIterable<Buffer> };

/** The files of a tar archive, in turn; what is not read of one is skipped. Throws `BrokenTarError`. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = new BlockReader(source);
  try {
    for (;;) {
      const header = readHeaderOf(await reader.take(blockBytes));
      if (header === null) return await reader.drain();
      let left = header.sizeBytes;
      const bytes = async function* (): AsyncGenerator<Buffer> {
        while (left > 0) {
          const chunk = await reader.takeSome(left);
          left -= chunk.length;
          yield chunk;
        }
      };
      yield { ...header, bytes: bytes() };
      while (left > 0) left -= (await reader.takeSome(left)).length;
      await reader.take(paddingOf(header.sizeBytes));
    }
  } finally {
    await reader.close();
  }
}

function readHeaderOf(block: Buffer): TarHeader | null {
  try {
    return readHeader(block);
  } catch (error) {
    throw new BrokenTarError('The archive is damaged', { cause: error });
  }
}

class BlockReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** At least one byte and at most `most`. */
  async takeSome(most: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const next = await this.#chunks.next();
      if (next.done === true) throw new BrokenTarError('The archive ends too early');
      this.#rest = next.value;
    }
    const taken = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = count; left > 0;) {
      const part = await this.takeSome(left);
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }

  /** Whether the source itself is whole shows at its end only. */
  async drain(): Promise<void> {
    while ((await this.#chunks.next()).done !== true);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
