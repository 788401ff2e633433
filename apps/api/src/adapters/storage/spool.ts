import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { ifMissing } from '#lib/error-codes.ts';

/** Running uploads write every few seconds; an older file was left by a dead process. */
const staleAfterMs = 60 * 60_000;

export type Spool = {
  /** Writes the bytes to a synced temporary file for `take`, and deletes what it left. */
  write(bytes: AsyncIterable<Buffer>, take: (file: string) => Promise<void>): Promise<void>;
  /** Deletes files of dead processes. */
  sweep(): Promise<void>;
};

/** Stores incoming bytes until they are complete. */
export function createSpool(folder: string): Spool {
  return {
    write: async (bytes, take) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${randomUUID()}.part`);
      try {
        await fill(file, bytes);
        await take(file);
      } finally {
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

async function fill(file: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const chunk of bytes) await writeWhole(handle, chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeWhole(handle: FileHandle, bytes: Buffer): Promise<void> {
  let offset = 0;
  while (offset < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, offset);
    offset += bytesWritten;
  }
}

async function removeIfStale(file: string): Promise<void> {
  const found = await stat(file).catch(ifMissing(null));
  if (found !== null && Date.now() - found.mtimeMs > staleAfterMs) await rm(file, { force: true });
}
