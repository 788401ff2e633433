import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack, type Pack } from 'tar-stream';
import { ifMissing } from '#lib/error-codes.ts';
import { getArchiveEntry } from './manifest.ts';
import type { StoredItem } from './snapshot.queries.ts';

/** Objects copied next to the archives of a folder, each once. */
export type ObjectFolder = {
  /** Whether an earlier backup has copied the object. Protects it from `sweepFolder` for a day. */
  has(item: Pick<StoredItem, 'name' | 'sizeBytes'>): Promise<boolean>;
  /** Copies an object; returns false and leaves nothing if its bytes are not the expected ones. */
  add(item: Pick<StoredItem, 'name' | 'sha256'>, bytes: AsyncIterable<Buffer>): Promise<boolean>;
  /** Bytes copied so far by `add`. */
  addedBytes(): number;
};

/** Suffix of an incomplete copy. */
export const copySuffix = '.copy';

/** The folder of the objects next to an archive. */
export function openObjectFolder(archiveFolder: string): ObjectFolder {
  let added = 0;
  const fileOf = (name: string): string => path.join(archiveFolder, getArchiveEntry(name));
  return {
    has: async ({ name, sizeBytes }) => {
      const found = await stat(fileOf(name)).catch(ifMissing(null));
      if (found?.size !== sizeBytes) return false;
      const now = new Date();
      await utimes(fileOf(name), now, now);
      return true;
    },
    add: async ({ name, sha256 }, bytes) => {
      const file = fileOf(name);
      const part = `${file}.${randomUUID()}${copySuffix}`;
      const hash = createHash('sha256');
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      try {
        await pipeline(
          Readable.from(bytes, { objectMode: false }),
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              hash.update(chunk);
              yield chunk;
            }
          },
          createWriteStream(part, { mode: 0o600, flush: true }),
        );
        if (hash.digest('hex') !== sha256) return false;
        const { size } = await stat(part);
        await rename(part, file);
        added += size;
        return true;
      } finally {
        await rm(part, { force: true });
      }
    },
    addedBytes: () => added,
  };
}

/** Opens an object next to an archive by its entry. */
export function openCopy(archive: string, entry: string): Readable {
  return createReadStream(path.join(path.dirname(archive), entry));
}

const blockBytes = 512;

/** Files of a folder as one tar, with its exact size. Throws if one is missing. */
export async function packFolder(
  folder: string,
  names: readonly string[],
): Promise<{ bytes: Readable; sizeBytes: number }> {
  const files: { name: string; size: number; mtime: Date }[] = [];
  for (const name of names) {
    const { size, mtime } = await stat(path.join(folder, name));
    files.push({ name, size, mtime });
  }
  const padded = (size: number): number => Math.ceil(size / blockBytes) * blockBytes;
  // A header for each file, and two empty blocks at the end.
  const sizeBytes = files.reduce((sum, { size }) => sum + blockBytes + padded(size), 2 * blockBytes);
  const archive = pack();
  const write = async (): Promise<void> => {
    for (const file of files) await addFile(archive, { folder, ...file });
    archive.finalize();
  };
  write().catch((error: unknown) =>
    archive.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return { bytes: Readable.from(archive, { objectMode: false }), sizeBytes };
}

function addFile(
  archive: Pack,
  { folder, name, size, mtime }: { folder: string; name: string; size: number; mtime: Date },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const content = createReadStream(path.join(folder, name));
    const entry = archive.entry({ name, size, mtime, mode: 0o600 }, (error) => {
      content.destroy();
      if (error) reject(error);
      else resolve();
    });
    content.on('error', (error) => entry.destroy(error)).pipe(entry);
  });
}
