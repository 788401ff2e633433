import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { addMinutes } from '#lib/clock.ts';

const shownBackups = 100;
/** A time further ahead is of a clock that was wrong. */
const maxAheadMinutes = 60;
/** How often a nightly backup is started in one night if it is interrupted. */
const maxTries = 3;

function selectRows(db: Db) {
  return db
    .selectFrom('backups')
    .leftJoin('users', 'users.id', 'backups.made_by')
    .selectAll('backups')
    .select('users.display_name as made_by_name');
}

export function listBackupRows(db: Db) {
  return selectRows(db)
    .orderBy('started_at', 'desc')
    .orderBy('backups.id', 'desc')
    .limit(shownBackups)
    .execute();
}

export type BackupRow = Awaited<ReturnType<typeof listBackupRows>>[number];

export async function findBackup(db: Db, id: string) {
  return (await selectRows(db).where('backups.id', '=', id).executeTakeFirst()) ?? null;
}

/** Returns false while another backup is running. */
export async function insertBackup(
  db: Db,
  {
    now,
    ...backup
  }: { id: string; file_name: string; made_by: string | null; is_nightly: boolean; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('backups')
    .values({ ...backup, started_at: now, seen_at: now })
    .onConflict((conflict) =>
      conflict
        .expression(sql`(true)`)
        .where('status', '=', 'running')
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Fails backups that stopped reporting progress, so that another backup can start; returns them. */
export function endStaleBackups(
  db: Db,
  { seenBefore, now, error }: { seenBefore: Date; now: Date; error: string },
) {
  return db
    .updateTable('backups')
    .set({ status: 'failed', finished_at: now, error })
    .where('status', '=', 'running')
    .where((eb) => eb.or([eb('seen_at', '<', seenBefore), eb('seen_at', '>', getLatestTime(now))]))
    .returning(['is_nightly', 'started_at'])
    .execute();
}

/** The latest time that a server with a correct clock can have recorded. */
export function getLatestTime(now: Date): Date {
  return addMinutes(now, maxAheadMinutes);
}

type Change = Partial<
  Pick<
    BackupRow,
    'status' | 'percent' | 'size_bytes' | 'added_bytes' | 'lost_files' | 'error' | 'seen_at' | 'finished_at'
  >
>;

/** Returns false if it is no longer running. */
export async function updateRunning(db: Db, id: string, change: Change): Promise<boolean> {
  const row = await db
    .updateTable('backups')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteBackupRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('backups').where('id', '=', id).execute();
}

export function readSchedule(db: Db) {
  return db.selectFrom('installation').select(['backs_up_nightly', 'kept_backups']).executeTakeFirstOrThrow();
}

export async function updateSchedule(
  db: Db,
  schedule: { backs_up_nightly: boolean; kept_backups: number },
): Promise<void> {
  await db.updateTable('installation').set(schedule).execute();
}

/**
 * Whether it is past 2 a.m. in a time zone with no nightly backup started since, except for up to two that ended
 * with the error `interrupted`.
 */
export async function isNightlyDue(
  db: Db,
  { workspaceId, now, interrupted }: { workspaceId: string | null; now: Date; interrupted: string },
): Promise<boolean> {
  const { rows: found } = await sql<{ is_due: boolean }>`
    WITH zone AS (
      SELECT coalesce((SELECT time_zone FROM workspaces WHERE id = ${workspaceId}), 'UTC') AS name
    ), night AS (
      SELECT (date_trunc('day', (${now}::timestamptz AT TIME ZONE name) - interval '2 hours') + interval '2 hours') AT TIME ZONE name AS began
      FROM zone
    )
    SELECT installation.backs_up_nightly AND (
      SELECT count(*) < ${maxTries} AND coalesce(bool_and(status = 'failed' AND error = ${interrupted}), true)
      FROM backups, night WHERE is_nightly AND started_at >= night.began AND started_at <= ${getLatestTime(now)}
    ) AS is_due
    FROM installation`.execute(db);
  return found[0]?.is_due === true;
}

/** Scheduled backups beyond the newest `keptCount` successful ones. */
export function listSurplus(db: Db, keptCount: number) {
  return db
    .selectFrom('backups')
    .select(['id', 'file_name'])
    .where('is_nightly', '=', true)
    .where('status', '=', 'done')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .offset(keptCount)
    .limit(shownBackups)
    .execute();
}

/** Whether the previous nightly backup failed too. */
export async function hasFailedBefore(db: Db, startedAt: Date): Promise<boolean> {
  const row = await db
    .selectFrom('backups')
    .select('status')
    .where('is_nightly', '=', true)
    .where('started_at', '<', startedAt)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.status === 'failed';
}

/** Every installation administrator with the workspace that opens for them first. */
export async function listRunners(db: Db): Promise<{ user_id: string; workspace_id: string }[]> {
  const { rows: found } = await sql<{ user_id: string; workspace_id: string }>`
    SELECT DISTINCT ON (u.id) u.id AS user_id, w.id AS workspace_id
    FROM users u
    JOIN memberships m ON m.user_id = u.id AND m.status = 'active'
    JOIN workspaces w ON w.id = m.workspace_id AND w.archived_at IS NULL
    WHERE u.is_superadmin AND u.status = 'active'
    ORDER BY u.id, w.name, w.id`.execute(db);
  return found;
}
