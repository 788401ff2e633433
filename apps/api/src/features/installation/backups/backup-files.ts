import { createReadStream } from 'node:fs';
import { access, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '#lib/config.ts';
import { unfinished } from '#platform/backup/make-backup.ts';

type Place = Pick<Config, 'dataDir'>;

/** Where the archives of this server lie. */
export function backupFile({ dataDir }: Place, name: string): string {
  return path.join(dataDir, 'backups', name);
}

/** False for one that was made by another server, or taken away by hand. */
export async function hasBackupFile(place: Place, name: string): Promise<boolean> {
  return access(backupFile(place, name)).then(
    () => true,
    () => false,
  );
}

export async function openBackupFile(
  place: Place,
  name: string,
): Promise<{ bytes: Readable; sizeBytes: number }> {
  const file = backupFile(place, name);
  return { sizeBytes: (await stat(file)).size, bytes: createReadStream(file) };
}

export async function removeBackupFile(place: Place, name: string): Promise<void> {
  await rm(backupFile(place, name), { force: true });
}

/** Removes what a killed server left of `names`, which nobody works on any more. */
export async function sweepUnfinished(place: Place, names: readonly string[]): Promise<void> {
  const folder = backupFile(place, '');
  const found: string[] = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (found.includes(`${name}${unfinished}`))
      await rm(path.join(folder, `${name}${unfinished}`), { force: true });
  }
}
