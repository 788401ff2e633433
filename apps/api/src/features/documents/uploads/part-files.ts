import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { ifMissing } from '#lib/error-codes.ts';

/** Unfinished uploads on the disk of this server; how much of one has arrived is the size of its file. */
export type PartFiles = {
  /** 0 for a file that does not exist. */
  size(id: string): Promise<number>;
  /** Appends up to `maxBytes`; bytes received before an error are kept. Returns the size of the file. */
  append(id: string, source: Readable, maxBytes: number): Promise<number>;
  read(id: string): Readable;
  remove(id: string): Promise<void>;
  /** Removes files that nothing has been appended to since `before`. */
  sweep(before: Date): Promise<void>;
};

export function createPartFiles(folder: string): PartFiles {
  const fileOf = (id: string): string => path.join(folder, `${id}.part`);
  const size = async (id: string): Promise<number> =>
    (await stat(fileOf(id)).catch(ifMissing(null)))?.size ?? 0;
  return {
    size,
    append: async (id, source, maxBytes) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(fileOf(id), 'a', 0o600);
      let left = maxBytes;
      try {
        const chunks: AsyncIterable<Buffer> = source;
        for await (const chunk of chunks) {
          const taken = chunk.subarray(0, left);
          // Appending writes all of it, or fails.
          await file.appendFile(taken);
          left -= taken.length;
          if (taken.length < chunk.length) break;
        }
      } finally {
        await file.sync();
        await file.close();
      }
      return size(id);
    },
    read: (id) => createReadStream(fileOf(id)),
    remove: (id) => rm(fileOf(id), { force: true }),
    sweep: async (before) => {
      for (const name of await readdir(folder).catch(ifMissing([]))) {
        const file = path.join(folder, name);
        const info = await stat(file).catch(ifMissing(null));
        if (info !== null && info.mtimeMs < before.getTime()) await rm(file, { force: true });
      }
    },
  };
}
