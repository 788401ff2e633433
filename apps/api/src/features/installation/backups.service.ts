import { access, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { unfinished } from '#platform/backup/make-backup.ts';
import { packFolder } from '#platform/backup/object-folder.ts';
import { listObjectsBeside } from '#platform/backup/read-archive.ts';
import type { Backup, BackupSchedule } from '@handover/contract/installation/backups.ts';
import { addMinutes } from '#lib/clock.ts';
import type { Config } from '#lib/config.ts';
import { AppError, notFound } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { createBackupName } from '#platform/backup/manifest.ts';
import type { Work } from '#platform/work.ts';
import { notify } from '#platform/notifications.ts';
import {
  deleteBackupRow,
  endStaleBackups,
  findBackup,
  getLatestTime,
  hasFailedBefore,
  insertBackup,
  listRunners,
  readSchedule,
  updateRunning,
  type BackupRow,
} from './backups.queries.ts';

/** Payload `{id}` of a backup. */
export const backupQueue = 'installation.backup';

/** A running backup reports progress every few seconds. */
const silentMinutes = 2;
const maxTitleLength = 300;
/** Error of a backup that ended because its server did. A nightly backup is repeated. */
export const interrupted =
  'The backup was interrupted: the server stopped, or no worker was running. A nightly backup starts again by itself.';

type BackupFolder = Pick<Config, 'dataDir'>;

/** Queues a backup. Returns null while another backup is running. */
export async function queueBackup(
  work: Work,
  { madeBy, isNightly }: { madeBy: string | null; isNightly: boolean },
): Promise<string | null> {
  const { db, now } = work;
  await endSilentBackups(work);
  const id = newId();
  const backup = { id, file_name: createFileName(now, id), made_by: madeBy, is_nightly: isNightly, now };
  if (!(await insertBackup(db, backup))) return null;
  await work.enqueue(backupQueue, { id });
  return id;
}

/** Fails backups without recent progress. */
export async function endSilentBackups(work: Work): Promise<void> {
  const seenBefore = addMinutes(work.now, -silentMinutes);
  for (const row of await endStaleBackups(work.db, { seenBefore, now: work.now, error: interrupted }))
    await notifyFailure(work, row, interrupted);
}

export async function markBackupFailed(work: Work, row: BackupRow, error: string): Promise<void> {
  const failed = { status: 'failed', error, finished_at: work.now } as const;
  if (await updateRunning(work.db, row.id, failed)) await notifyFailure(work, row, error);
}

/** Notifies installation administrators of the first failed night only. */
async function notifyFailure(
  work: Work,
  { is_nightly: isNightly, started_at: startedAt }: Pick<BackupRow, 'is_nightly' | 'started_at'>,
  error: string,
): Promise<void> {
  if (!isNightly || (await hasFailedBefore(work.db, startedAt))) return;
  const title = `The nightly backup failed. ${error}`.slice(0, maxTitleLength);
  for (const { user_id: userId, workspace_id: workspaceId } of await listRunners(work.db))
    await notify(work, { workspaceId, userIds: [userId], type: 'backup.failed', title, customerId: null });
}

/** The ID keeps names unique across servers with different clocks. */
function createFileName(now: Date, id: string): string {
  return createBackupName(now).replace('.tar.gz', `-${id.slice(-4)}.tar.gz`);
}

/** Throws NOT_FOUND. */
export async function getBackup(work: Work, id: string): Promise<BackupRow> {
  const row = await findBackup(work.db, id);
  if (row === null) throw notFound('backup');
  return row;
}

/** A backup with an archive that this server can download. Throws NOT_FOUND, RULE_BROKEN. */
export async function getArchive(work: Work, place: BackupFolder, id: string): Promise<BackupRow> {
  const row = await getBackup(work, id);
  if (row.status !== 'done') throw new AppError('RULE_BROKEN', 'This backup has no archive.');
  if (!(await hasBackupFile(place, row.file_name)))
    throw new AppError('RULE_BROKEN', 'The archive is in the data folder of another server, or was deleted.');
  return row;
}

/** Deletes a backup and its archive. Throws NOT_FOUND, RULE_BROKEN while it is running. */
export async function deleteBackup(work: Work, place: BackupFolder, id: string): Promise<void> {
  const row = await getBackup(work, id);
  if (presentStatus(row, work.now) === 'running')
    throw new AppError('RULE_BROKEN', 'This backup is still running.');
  await deleteBackupRow(work.db, id);
  await removeBackupFile(place, row.file_name);
}

export async function presentBackup(row: BackupRow, place: BackupFolder, now: Date): Promise<Backup> {
  const status = presentStatus(row, now);
  return {
    id: row.id,
    status,
    percent: row.percent,
    sizeBytes: row.size_bytes,
    addedBytes: row.added_bytes ?? row.size_bytes,
    lostFiles: row.lost_files,
    error: status === 'failed' ? (row.error ?? interrupted) : null,
    madeBy:
      row.made_by === null || row.made_by_name === null
        ? null
        : { id: row.made_by, displayName: row.made_by_name },
    isNightly: row.is_nightly,
    isHere: status === 'done' && (await hasBackupFile(place, row.file_name)),
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

export async function presentSchedule({ db }: Work): Promise<BackupSchedule> {
  const row = await readSchedule(db);
  return { isNightly: row.backs_up_nightly, keptCount: row.kept_backups };
}

function presentStatus(row: BackupRow, now: Date): Backup['status'] {
  const { status, seen_at: seenAt } = row;
  const isSilent = seenAt < addMinutes(now, -silentMinutes) || seenAt > getLatestTime(now);
  return status === 'running' && isSilent ? 'failed' : status;
}

export function getBackupPath({ dataDir }: BackupFolder, name: string): string {
  return path.join(dataDir, 'backups', name);
}

/** False for a file of another server, or one deleted by hand. */
export async function hasBackupFile(place: BackupFolder, name: string): Promise<boolean> {
  return access(getBackupPath(place, name)).then(
    () => true,
    () => false,
  );
}

/** The name of the download, which holds the archive and the objects it needs. */
export function downloadName(name: string): string {
  return name.replace(/\.tar\.gz$/, '.tar');
}

/** One tar file with the archive and its objects, in the layout of the backup folder. */
export async function openBackupFile(
  place: BackupFolder,
  name: string,
): Promise<{ bytes: Readable; sizeBytes: number }> {
  const file = getBackupPath(place, name);
  return packFolder(getBackupPath(place, ''), [name, ...(await listObjectsBeside(file))]);
}

export async function removeBackupFile(place: BackupFolder, name: string): Promise<void> {
  await rm(getBackupPath(place, name), { force: true });
}

/** Deletes partial files of interrupted backups. */
export async function sweepUnfinished(place: BackupFolder, names: readonly string[]): Promise<void> {
  const folder = getBackupPath(place, '');
  // If the folder cannot be read, the backup that follows says so.
  const found = await readdir(folder).catch((): string[] => []);
  for (const name of names) {
    if (found.includes(`${name}${unfinished}`))
      await rm(path.join(folder, `${name}${unfinished}`), { force: true });
  }
}
