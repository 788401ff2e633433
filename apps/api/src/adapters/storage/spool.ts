import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { TooLargeError, type StoredObject } from './storage.ts';

/** Running uploads write every few seconds; an older file was left by a dead process. */
const staleAfterMs = 60 * 60_000;

export type Spooled = { readonly file: string; readonly object: StoredObject };

export type Spool = {
  /** Writes the stream to a synced temporary file for `use`, then deletes it. */
  take<T>(
    source: Readable,
    options: { maxBytes: number },
    lend: (spooled: Spooled) => Promise<T>,
  ): Promise<T>;
  /** Deletes files of dead processes. */
  sweep(): Promise<void>;
};

/** Stores incoming bytes until their hash is known, which is the object's name. */
export function createSpool(folder: string): Spool {
  return {
    take: async (source, { maxBytes }, lend) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${randomUUID()}.part`);
      try {
        return await lend({ file, object: await fill(file, source, maxBytes) });
      } finally {
        source.destroy();
        await rm(file, { force: true });
      }
    },
    sweep: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const names = await readdir(folder);
      await Promise.all(
        names.filter((name) => name.endsWith('.part')).map((name) => removeIfStale(path.join(folder, name))),
      );
    },
  };
}

async function fill(file: string, source: Readable, maxBytes: number): Promise<StoredObject> {
  const handle = await open(file, 'wx', 0o600);
  try {
    const object = await copy(source, handle, maxBytes);
    await handle.sync();
    return object;
  } finally {
    await handle.close();
  }
}

async function copy(
  source: AsyncIterable<Buffer>,
  handle: FileHandle,
  maxBytes: number,
): Promise<StoredObject> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const bytes of source) {
    sizeBytes += bytes.length;
    if (sizeBytes > maxBytes) throw new TooLargeError(`More than ${String(maxBytes)} bytes`);
    hash.update(bytes);
    await writeWhole(handle, bytes);
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

async function writeWhole(handle: FileHandle, bytes: Buffer): Promise<void> {
  let offset = 0;
  while (offset < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, offset);
    offset += bytesWritten;
  }
}

async function removeIfStale(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found !== null && Date.now() - found.mtimeMs > staleAfterMs) await rm(file, { force: true });
}
