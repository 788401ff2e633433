import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { isUnreachable } from '#lib/unreachable.ts';
import type { Manifest } from './manifest.ts';
import { writeArchive, type ArchiveSource } from './write-archive.ts';

export type MadeBackup = { readonly manifest: Manifest; readonly sizeBytes: number };

/** What an unfinished archive is called behind its name. */
export const unfinished = '.part';

/**
 * Writes a backup of a snapshot to a file that is there whole or not at all, closed to other users of the
 * machine. Throws a sentence for the operator.
 */
export async function makeBackup(
  source: ArchiveSource,
  { file, signal }: { file: string; signal?: AbortSignal },
): Promise<MadeBackup> {
  const part = `${file}${unfinished}`;
  let manifest: Manifest | null = null;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await pipeline(
      Readable.from(
        writeArchive(source, (made) => {
          manifest = made;
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
    // The first failure is the one to tell.
    await rm(part, { force: true }).catch(() => undefined);
    throw new Error(explainBackupFailure(error, file), { cause: error });
  }
  if (manifest === null) throw new Error('The backup has no manifest');
  return { manifest, sizeBytes: (await stat(file)).size };
}

/** Why no backup was made, in words. */
export function explainBackupFailure(error: unknown, file: string): string {
  const folder = path.dirname(file);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (isUnreachable(error)) return 'No backup was made: the file store does not answer.';
  if (code === 'ENOSPC') return `The disk is full. No backup was made; free some space in ${folder}.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `No backup was made: ${folder} cannot be written to.`;
  if (code === 'ABORT_ERR') return 'The backup took too long and was ended.';
  return `No backup was made: ${error instanceof Error ? error.message : String(error)}`;
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no handle for a folder.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
