import type { DigestChoice } from '@handover/contract/notifications/notification-choices.ts';
import type { NotificationType } from '@handover/contract/notifications/notifications.ts';
import { sql, type Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { NotificationsTable } from '#db/schema/customers.ts';
import { isActiveWorkspace } from '#platform/installation/archived.queries.ts';
import { targetColumns } from '#platform/notification-channels.ts';

type Mine = { readonly workspaceId: string; readonly userId: string };

/** Notifications listed per kind; the rest are counted. */
const namedOfAKind = 10;

type UnplannedRow = {
  workspace_id: string;
  user_id: string;
  /** Null before the first plan. */
  hour: number | null;
  weekdays: number[] | null;
  last_on: string | null;
  time_zone: string;
};

/**
 * Active members with a next digest that is unplanned or planned for a former time zone. Clients, who are many, are
 * planned once they have a pending notification.
 */
export async function listUnplanned(db: Db, limit: number): Promise<UnplannedRow[]> {
  const workspaces = await db
    .selectFrom('workspaces')
    .select('id')
    .where('archived_at', 'is', null)
    .execute();
  const ids = workspaces.map(({ id }) => id);
  const { rows } = await sql<UnplannedRow>`
    SELECT m.workspace_id, m.user_id, d.hour, d.weekdays, d.last_on, w.time_zone
    FROM memberships m
    JOIN workspaces w ON w.id = m.workspace_id
    LEFT JOIN notification_digests d ON d.workspace_id = m.workspace_id AND d.user_id = m.user_id
    WHERE m.workspace_id = ANY(${ids}::uuid[]) AND m.status = 'active' AND (d.time_zone <> w.time_zone OR (d.user_id IS NULL AND (m.role <> 'CLIENT' OR EXISTS (
      SELECT FROM notifications n WHERE n.workspace_id = m.workspace_id AND n.user_id = m.user_id AND n.waits_for = 'digest'))))
    LIMIT ${limit}`.execute(db);
  return rows;
}

type Plan = Mine & { readonly timeZone: string; readonly on: string; readonly at: Date };

/** Sets the next digest time; keeps the hour and days if it was planned in the meantime. */
export async function planDigest(
  db: Db,
  { workspaceId, userId, timeZone, on, at, ...digest }: Plan & DigestChoice,
): Promise<void> {
  const times = { time_zone: timeZone, due_on: on, fires_at: at };
  await db
    .insertInto('notification_digests')
    .values({
      workspace_id: workspaceId,
      user_id: userId,
      hour: digest.hour,
      weekdays: [...digest.weekdays],
      with_tasks: digest.withTasks,
      ...times,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'user_id'])
        .doUpdateSet(times)
        .where('notification_digests.time_zone', '<>', timeZone)
        .where('notification_digests.hour', '=', digest.hour),
    )
    .execute();
}

/** Locks the earliest due digest, skipping those locked by other servers. */
export async function lockDueDigest(db: Db, now: Date) {
  const row = await db
    .selectFrom('notification_digests')
    .select(['workspace_id', 'user_id', 'hour', 'weekdays', 'with_tasks', 'time_zone', 'due_on'])
    .where('fires_at', '<=', now)
    .where(isActiveWorkspace('notification_digests.workspace_id'))
    .orderBy('fires_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ?? null;
}

export type DueDigest = NonNullable<Awaited<ReturnType<typeof lockDueDigest>>>;

/** Marks a digest as sent and sets the next time. */
export async function advanceDigest(
  db: Db,
  { workspaceId, userId, lastOn, on, at }: Omit<Plan, 'timeZone'> & { lastOn: string },
): Promise<void> {
  await db
    .updateTable('notification_digests')
    .set({ last_on: lastOn, due_on: on, fires_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

/** Postpones a failed digest to `until`, so that others are sent first. */
export async function postponeDigest(
  db: Db,
  { workspaceId, userId, until }: Mine & { until: Date },
): Promise<void> {
  await db
    .updateTable('notification_digests')
    .set({ fires_at: until })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

export type PendingRow = {
  type: NotificationType;
  title: string;
  /** Number of pending notifications of the kind. */
  of_kind: number;
} & Pick<Selectable<NotificationsTable>, (typeof targetColumns)[number]>;

/** Locks the notifications pending for a member's digest; those that follow are left for the next one. */
export async function lockPending(db: Db, { workspaceId, userId }: Mine): Promise<string[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('waits_for', '=', 'digest')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** The newest unread ones of these notifications, of each kind. */
export async function listPending(
  db: Db,
  { workspaceId, userId, ids, types }: Mine & { ids: readonly string[]; types: readonly NotificationType[] },
): Promise<PendingRow[]> {
  const targets = sql.join(targetColumns.map((name) => sql.ref(name)));
  const { rows } = await sql<PendingRow>`
    SELECT type, title, ${targets}, of_kind FROM (
      SELECT type, title, ${targets}, created_at, id, count(*) OVER (PARTITION BY type)::int AS of_kind,
             row_number() OVER (PARTITION BY type ORDER BY created_at DESC, id DESC) AS place
      FROM notifications
      WHERE workspace_id = ${workspaceId} AND user_id = ${userId} AND id = ANY(${[...ids]}::uuid[]) AND read_at IS NULL
        AND type = ANY(${[...types]}::text[])) AS waiting
    WHERE place <= ${namedOfAKind} ORDER BY created_at DESC, id DESC`.execute(db);
  return rows;
}

/** Clears these notifications; those never shown in the app are deleted, as are those whose email was sent. */
export async function clearPending(
  db: Db,
  { workspaceId, userId, ids }: Mine & { ids: readonly string[] },
): Promise<void> {
  const given = sql<boolean>`id = ANY(${[...ids]}::uuid[])`;
  await db
    .deleteFrom('notifications')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('is_in_app', '=', false)
    .where((eb) => eb.or([eb('waits_for', 'is', null), given]))
    .execute();
  await db
    .updateTable('notifications')
    .set({ waits_for: null })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where(given)
    .execute();
}
