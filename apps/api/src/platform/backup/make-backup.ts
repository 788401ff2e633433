import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Manifest } from './manifest.ts';
import { type ArchiveSource, writeArchive } from './write-archive.ts';
import { isUnreachable } from '#lib/errors.ts';
import { getErrorCode } from '#lib/error-codes.ts';

export type BackupResult = {
  readonly manifest: Manifest;
  /** Size of everything that a restore reads. */
  readonly sizeBytes: number;
  /** Bytes written by this backup: the archive, and the objects that were not yet in the folder. */
  readonly addedBytes: number;
};

/** Suffix of an incomplete archive. */
export const unfinished = '.part';

/**
 * Writes a backup that appears completely or not at all, readable only by its owner. Throws an operator-facing error.
 */
export async function makeBackup(
  source: ArchiveSource,
  { file, signal }: { file: string; signal?: AbortSignal },
): Promise<BackupResult> {
  const part = `${file}${unfinished}`;
  const made: Manifest[] = [];
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await pipeline(
      Readable.from(
        writeArchive(source, (manifest) => {
          made.push(manifest);
        }),
        { objectMode: false },
      ),
      createGzip(),
      createWriteStream(part, { mode: 0o600, flush: true }),
      ...(signal === undefined ? [] : [{ signal }]),
    );
    await rename(part, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    // Report the first failure.
    await rm(part, { force: true }).catch(() => undefined);
    throw new Error(explainBackupFailure(error, file), { cause: error });
  }
  const [manifest] = made;
  if (manifest === undefined) throw new Error('The backup has no manifest');
  const { size } = await stat(file);
  const { folder } = source;
  return folder === null
    ? { manifest, sizeBytes: size, addedBytes: size }
    : {
        manifest,
        sizeBytes: size + manifest.files.bytes,
        addedBytes: size + folder.addedBytes(),
      };
}

/** An operator-facing explanation of a failed backup. */
export function explainBackupFailure(error: unknown, file: string): string {
  const folder = path.dirname(file);
  const code = getErrorCode(error);
  if (isUnreachable(error)) return 'No backup was created: the file store is unavailable.';
  if (code === 'ENOSPC') return `The disk is full. No backup was created; free some space in ${folder}.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `No backup was created: ${folder} is not writable.`;
  if (code === 'ABORT_ERR') return 'The backup took too long and was stopped.';
  return `No backup was created: ${error instanceof Error ? error.message : String(error)}`;
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
