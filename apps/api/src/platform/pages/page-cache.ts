import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Keyring } from '#lib/keyring.ts';
import { ifMissing } from '#lib/error-codes.ts';

type Options = {
  readonly folder: string;
  /** Cached data is encrypted with the installation's key. */
  readonly keyring: Pick<Keyring, 'encryptBytes' | 'decryptBytes'>;
};

export type PageCache = {
  /** The data cached under a name for a file; null if it does not exist or cannot be read. */
  read(fileId: string, name: string): Promise<Buffer | null>;
  /** Caches data; does nothing if the disk fails. */
  write(fileId: string, name: string, bytes: Buffer): Promise<void>;
  /** Removes data that has not been read for a long time, then the oldest data until the rest is small enough. */
  sweep(limits: { now: Date; maxAgeMs: number; maxBytes: number }): Promise<void>;
};

/**
 * A cache of drawn pages on the disk of this server. All of it can be redrawn, so it is neither backed up nor shared
 * between servers.
 */
export function createPageCache({ folder, keyring }: Options): PageCache {
  const place = (fileId: string, name: string): string => path.join(folder, fileId, name);
  const bind = (fileId: string, name: string): string => `page:${fileId}:${name}`;
  return {
    read: async (fileId, name) => {
      const file = place(fileId, name);
      try {
        const bytes = keyring.decryptBytes(await readFile(file), bind(fileId, name));
        const now = new Date();
        await utimes(file, now, now);
        return bytes;
      } catch {
        return null;
      }
    },
    write: async (fileId, name, bytes) => {
      const file = place(fileId, name);
      const unfinished = `${file}.${randomUUID()}.part`;
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        await writeFile(unfinished, keyring.encryptBytes(bytes, bind(fileId, name)), { mode: 0o600 });
        await rename(unfinished, file);
      } catch {
        await rm(unfinished, { force: true });
      }
    },
    sweep: async ({ now, maxAgeMs, maxBytes }) => {
      const files = (await listFiles(folder)).sort((a, b) => b.readAt - a.readAt);
      let total = 0;
      for (const { file, sizeBytes, readAt } of files) {
        total += sizeBytes;
        if (total > maxBytes || now.getTime() - readAt > maxAgeMs) await rm(file, { force: true });
      }
    },
  };
}

async function listFiles(folder: string): Promise<{ file: string; sizeBytes: number; readAt: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing([]));
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const found = await Promise.all(
    files.map(async (file) => {
      const info = await stat(file).catch(ifMissing(null));
      return info === null ? [] : [{ file, sizeBytes: info.size, readAt: info.mtimeMs }];
    }),
  );
  return found.flat();
}
