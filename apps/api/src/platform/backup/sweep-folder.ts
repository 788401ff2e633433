import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ifMissing } from '#lib/error-codes.ts';
import { unfinished } from './make-backup.ts';
import { parseArchiveEntry } from './manifest.ts';
import { copySuffix } from './object-folder.ts';
import { listObjectsBeside } from './read-archive.ts';

/** Running backups have written or found their files within this time, although their archive is not complete yet. */
const sweepAfterMs = 24 * 60 * 60_000;
const archiveSuffix = '.tar.gz';
const archivePrefix = 'handover-';

/**
 * Deletes objects that no archive of the folder names, and remains of interrupted backups, except what a backup used
 * within the last day; returns how many. Throws if an archive cannot be read, and then keeps all objects.
 */
export async function sweepFolder(folder: string, now: Date): Promise<number> {
  const names = await readdir(folder);
  const remains = names.filter(
    (name) => name.startsWith(archivePrefix) && name.endsWith(`${archiveSuffix}${unfinished}`),
  );
  const removed = await removeOld(folder, remains, now);
  const named = new Set<string>();
  for (const name of names.filter((one) => one.endsWith(archiveSuffix)))
    for (const entry of await listObjectsBeside(path.join(folder, name))) named.add(entry);
  const objects = (await listObjects(folder)).filter((entry) => !named.has(entry));
  return removed + (await removeOld(folder, objects, now));
}

/** The entries of objects and incomplete copies in a folder, which may have other files of its owner. */
async function listObjects(folder: string): Promise<string[]> {
  const incomplete = new RegExp(`\\.[0-9a-f-]{36}\\${copySuffix}$`);
  const entries: string[] = [];
  for (const subfolder of ['objects', 'files']) {
    const names = await readdir(path.join(folder, subfolder), { recursive: true }).catch(
      ifMissing<string[]>([]),
    );
    entries.push(...names.map((name) => path.join(subfolder, name).replaceAll(path.sep, '/')));
  }
  return entries.filter((entry) => parseArchiveEntry(entry.replace(incomplete, '')) !== null);
}

async function removeOld(folder: string, entries: readonly string[], now: Date): Promise<number> {
  let removed = 0;
  for (const entry of entries) {
    const file = path.join(folder, entry);
    const found = await stat(file).catch(ifMissing(null));
    if (found === null || !found.isFile() || found.mtimeMs > now.getTime() - sweepAfterMs) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  return removed;
}
