import type { Backup, BackupSchedule } from '@handover/contract/backups.ts';
import { addMinutes } from '#lib/clock.ts';
import type { Config } from '#lib/config.ts';
import { AppError, notFound } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { backupName } from '#platform/backup/backup-name.ts';
import type { Work } from '#platform/work.ts';
import { notify } from '#platform/notifications.ts';
import { hasBackupFile, removeBackupFile } from './backup-files.ts';
import {
  deleteBackupRow,
  endStaleBackups,
  findBackup,
  hadFailedBefore,
  insertBackup,
  listRunners,
  readSchedule,
  updateRunning,
  type BackupRow,
} from './backups.queries.ts';

/** Carries `{id}` of a backup that is to be made. */
export const backupQueue = 'installation.backup';

/** Whoever works on one says so every few seconds. */
const silentMinutes = 2;
const maxTitleLength = 300;
const cutShort = 'It was cut short: the server stopped, or no worker took it. Make another one.';

type Place = Pick<Config, 'dataDir'>;

/** Queues a backup; null while another one runs. */
export async function queueBackup(
  work: Work,
  { madeBy, isNightly }: { madeBy: string | null; isNightly: boolean },
): Promise<string | null> {
  const { db, now } = work;
  await endSilentBackups(work);
  const id = newId();
  const backup = { id, file_name: fileName(now, id), made_by: madeBy, is_nightly: isNightly, now };
  if (!(await insertBackup(db, backup))) return null;
  await work.enqueue(backupQueue, { id });
  return id;
}

/** Backups that nobody works on any more have failed. */
export async function endSilentBackups(work: Work): Promise<void> {
  const seenBefore = addMinutes(work.now, -silentMinutes);
  for (const row of await endStaleBackups(work.db, { seenBefore, now: work.now, error: cutShort }))
    await notifyFailure(work, row, cutShort);
}

/** Notes why a backup failed. */
export async function failBackup(work: Work, row: BackupRow, error: string): Promise<void> {
  const failed = { status: 'failed', error, finished_at: work.now } as const;
  if (await updateRunning(work.db, row.id, failed)) await notifyFailure(work, row, error);
}

/** Those who run the installation hear of the first night that has no backup, not of those after it. */
async function notifyFailure(
  work: Work,
  { is_nightly: isNightly, started_at: startedAt }: Pick<BackupRow, 'is_nightly' | 'started_at'>,
  error: string,
): Promise<void> {
  if (!isNightly || (await hadFailedBefore(work.db, startedAt))) return;
  const title = `The nightly backup failed. ${error}`.slice(0, maxTitleLength);
  for (const { user_id: userId, workspace_id: workspaceId } of await listRunners(work.db))
    await notify(work, { workspaceId, userIds: [userId], type: 'backup.failed', title, customerId: null });
}

/** Two may start within a second on servers whose clocks differ. */
function fileName(now: Date, id: string): string {
  return backupName(now).replace('.tar.gz', `-${id.slice(-4)}.tar.gz`);
}

/** Throws NOT_FOUND. */
export async function getBackup(work: Work, id: string): Promise<BackupRow> {
  const row = await findBackup(work.db, id);
  if (row === null) throw notFound('backup');
  return row;
}

/** One whose archive can be downloaded from this server. Throws NOT_FOUND, RULE_BROKEN. */
export async function getArchive(work: Work, place: Place, id: string): Promise<BackupRow> {
  const row = await getBackup(work, id);
  if (row.status !== 'done') throw new AppError('RULE_BROKEN', 'This backup has no archive.');
  if (!(await hasBackupFile(place, row.file_name)))
    throw new AppError(
      'RULE_BROKEN',
      'The archive lies in the data folder of another server, or was taken away from this one’s.',
    );
  return row;
}

/** Removes a backup and its archive. Throws NOT_FOUND, RULE_BROKEN while it is being made. */
export async function deleteBackup(work: Work, place: Place, id: string): Promise<void> {
  const row = await getBackup(work, id);
  if (presentStatus(row, work.now) === 'running')
    throw new AppError('RULE_BROKEN', 'This backup is being made just now.');
  await deleteBackupRow(work.db, id);
  await removeBackupFile(place, row.file_name);
}

export async function presentBackup(row: BackupRow, place: Place, now: Date): Promise<Backup> {
  const status = presentStatus(row, now);
  return {
    id: row.id,
    status,
    percent: row.percent,
    sizeBytes: row.size_bytes,
    lostFiles: row.lost_files,
    error: status === 'failed' ? (row.error ?? cutShort) : null,
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
  const isSilent = row.status === 'running' && row.seen_at < addMinutes(now, -silentMinutes);
  return isSilent ? 'failed' : row.status;
}
