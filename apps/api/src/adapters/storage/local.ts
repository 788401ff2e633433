import { constants } from 'node:fs';
import { access, mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { checkFingerprint, checkedBytes, pathOf } from './storage.ts';
import { createSpool } from './spool.ts';
import { MissingObjectError, type Storage } from './storage.ts';

const fingerprintFile = 'fingerprint';

type Options = {
  /** Created if missing, and not readable by other users of the machine. */
  readonly folder: string;
  /** Of the installation's key; `check` rejects a store created under another key. */
  readonly fingerprint: string;
};

/** Stores objects as files in a folder. A file appears completely written or not at all. */
export function createLocalStorage({ folder, fingerprint }: Options): Storage {
  const fileOf = (sha256: string): string => path.join(folder, 'objects', pathOf(sha256));
  const spool = createSpool(path.join(folder, 'incoming'));
  const has = async (sha256: string): Promise<boolean> => exists(fileOf(sha256));

  return {
    has,
    write: (source, { maxBytes }) =>
      spool.take(source, { maxBytes }, async ({ file, object }) => {
        if (!(await has(object.sha256))) await moveIntoPlace(file, fileOf(object.sha256));
        return object;
      }),
    read: async (sha256, range) => openObject(fileOf(sha256), { sha256, range }),
    check: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await spool.sweep();
      await checkFingerprint(fingerprint, {
        read: () => readIfThere(path.join(folder, fingerprintFile)),
        write: (text) => writeOnce(path.join(folder, fingerprintFile), text),
      });
      await access(folder, constants.R_OK | constants.W_OK);
    },
  };
}

async function openObject(
  file: string,
  { sha256, range }: { sha256: string; range: { start: number; end?: number } | undefined },
): Promise<Readable> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw isMissing(error) ? new MissingObjectError(`No object ${sha256}`) : error;
  });
  const stream = handle.createReadStream(range);
  return range === undefined ? checkedBytes(stream, sha256) : stream;
}

/** Fsync of both folders makes the new name survive a power failure. */
async function moveIntoPlace(from: string, to: string): Promise<void> {
  const folder = path.dirname(to);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rename(from, to);
  await syncFolder(folder);
  await syncFolder(path.dirname(folder));
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

async function writeOnce(file: string, text: string): Promise<void> {
  try {
    const handle = await open(file, 'wx', 0o600);
    const stream = handle.createWriteStream({ flush: true });
    stream.end(text);
    await finished(stream);
  } catch (error) {
    // Another server of this installation wrote the mark first; it is compared next.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
