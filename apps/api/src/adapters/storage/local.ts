import { constants } from 'node:fs';
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { getErrorCode, ifMissing } from '#lib/error-codes.ts';
import { checkFingerprint, MissingObjectError, type ObjectStore } from './object-store.ts';
import { createSpool } from './spool.ts';

const fingerprintFile = 'fingerprint';

type Options = {
  /** Created if missing, and not readable by other users of the machine. */
  readonly folder: string;
  /** Fingerprint of the installation's key; `check` rejects a store created under another key. */
  readonly fingerprint: string;
};

/** Stores objects as files in a folder. A file appears completely written or not at all. */
export function createLocalStore({ folder, fingerprint }: Options): ObjectStore {
  const fileOf = (name: string): string => path.join(folder, name);
  const spool = createSpool(path.join(folder, 'incoming'));

  return {
    has: (name) => exists(fileOf(name)),
    write: (name, bytes) => spool.write(bytes, (file) => moveIntoPlace(file, fileOf(name))),
    read: async (name, range) => {
      const handle = await open(fileOf(name), 'r').catch((error: unknown) => {
        throw getErrorCode(error) === 'ENOENT' ? new MissingObjectError(`No object ${name}`) : error;
      });
      return handle.createReadStream(range);
    },
    remove: (name) => rm(fileOf(name), { force: true }),
    check: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await spool.sweep();
      await checkFingerprint(fingerprint, {
        read: () => readFile(path.join(folder, fingerprintFile), 'utf8').catch(ifMissing(null)),
        write: (text) => writeOnce(path.join(folder, fingerprintFile), text),
      });
      await access(folder, constants.R_OK | constants.W_OK);
    },
  };
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
    if (getErrorCode(error) !== 'EEXIST') throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(() => true, ifMissing(false));
}
