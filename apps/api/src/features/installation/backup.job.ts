import path from 'node:path';
import { openObjectFolder } from '#platform/backup/object-folder.ts';
import { addMinutes } from '#lib/clock.ts';
import type { JobDefinition } from '#platform/jobs.ts';
import { type BackupResult, makeBackup } from '#platform/backup/make-backup.ts';
import type { Snapshot } from '#platform/backup/snapshot.queries.ts';
import { sweepFolder } from '#platform/backup/sweep-folder.ts';
import type { Platform } from '#platform/platform.ts';
import { findPublicWorkspaceId } from '#platform/installation/installation.ts';
import {
  type BackupRow,
  deleteBackupRow,
  findBackup,
  isNightlyDue,
  listBackupRows,
  listSurplus,
  readSchedule,
  updateRunning,
} from './backups.queries.ts';
import {
  getBackupPath,
  backupQueue,
  endSilentBackups,
  markBackupFailed,
  hasBackupFile,
  interrupted,
  queueBackup,
  removeBackupFile,
  sweepUnfinished,
} from './backups.service.ts';

const notifyEveryMs = 2_000;
const maxSeconds = 12 * 3_600;

type Parts = Pick<Platform, 'runner' | 'config' | 'objects' | 'logger' | 'openSnapshot'>;

/** A failed backup is not retried automatically; a person should look at the cause. */
export function backupJobs(platform: Parts): JobDefinition[] {
  return [
    {
      queue: backupQueue,
      retryLimit: 0,
      expireSeconds: maxSeconds,
      handler: async ({ id }, { signal }) => {
        const row = await findBackup(platform.runner.db, String(id));
        if (row?.status === 'running') await createBackup(platform, { row, signal });
      },
    },
  ];
}

async function createBackup(
  platform: Parts,
  { row, signal }: { row: BackupRow; signal: AbortSignal },
): Promise<void> {
  const { runner, config, logger } = platform;
  const { db, clock } = runner;
  const begun = clock.now();
  try {
    await sweep(platform, row);
    const { manifest, sizeBytes, addedBytes } = await write(platform, { row, signal });
    const isRunning = await updateRunning(db, row.id, {
      status: 'done',
      percent: 100,
      size_bytes: sizeBytes,
      added_bytes: addedBytes,
      lost_files: manifest.files.lost.length,
      finished_at: clock.now(),
    });
    if (!isRunning) await removeBackupFile(config, row.file_name);
    else if (row.is_nightly) await removeSurplus(platform);
    await sweepObjects(platform);
  } catch (error) {
    logger.error({ err: error, backupId: row.id }, 'backup failed');
    const hadTime = clock.now() < addMinutes(begun, maxSeconds / 60);
    const reason =
      signal.aborted && hadTime ? interrupted : error instanceof Error ? error.message : String(error);
    await runner.transact((work) => markBackupFailed(work, row, reason));
  }
}

/** Updates the progress every few seconds, even during one large file. */
async function write(
  { runner: { db, clock }, config, objects, openSnapshot }: Parts,
  { row, signal }: { row: BackupRow; signal: AbortSignal },
): Promise<BackupResult> {
  let share = 0;
  const progressTimer = setInterval(() => {
    const change = { percent: Math.floor(share * 99), seen_at: clock.now() };
    // The next update will include this progress.
    updateRunning(db, row.id, change).catch(() => undefined);
  }, notifyEveryMs);
  let snapshot: Snapshot | null = null;
  try {
    snapshot = await openSnapshot();
    const onProgress = (done: number): void => {
      share = done;
    };
    const file = getBackupPath(config, row.file_name);
    const folder = openObjectFolder(path.dirname(file));
    return await makeBackup({ snapshot, objects, folder, now: clock.now(), onProgress }, { file, signal });
  } finally {
    clearInterval(progressTimer);
    await snapshot?.close();
  }
}

async function sweep({ runner: { db }, config }: Parts, current: BackupRow): Promise<void> {
  const ended = (await listBackupRows(db)).filter(({ id }) => id !== current.id);
  await sweepUnfinished(
    config,
    ended.map((row) => row.file_name),
  );
}

/** If the folder cannot be read completely, all copies are kept. */
async function sweepObjects({ runner: { clock }, config, logger }: Parts): Promise<void> {
  try {
    await sweepFolder(getBackupPath(config, ''), clock.now());
  } catch (error) {
    logger.warn({ err: error }, 'copies of deleted backups were not removed');
  }
}

async function removeSurplus({ runner: { db }, config }: Parts): Promise<void> {
  const { kept_backups: keptCount } = await readSchedule(db);
  for (const { id, file_name: name } of await listSurplus(db, keptCount)) {
    // A backup of another server is listed until that server removes it.
    if (!(await hasBackupFile(config, name))) continue;
    await removeBackupFile(config, name);
    await deleteBackupRow(db, id);
  }
}

/** Queues the nightly backup once across all servers; late if no server was running at that time. */
export async function startNightlyBackup({ runner }: Pick<Platform, 'runner'>): Promise<void> {
  await runner.transact(endSilentBackups);
  const workspaceId = await findPublicWorkspaceId(runner.db);
  if (!(await isNightlyDue(runner.db, { workspaceId, now: runner.clock.now(), interrupted }))) return;
  await runner.transact((work) => queueBackup(work, { madeBy: null, isNightly: true }));
}
