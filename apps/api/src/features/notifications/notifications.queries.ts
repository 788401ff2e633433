import { type Selectable, sql } from 'kysely';
import type { DigestChoice, KindChoice } from '@handover/contract/notifications/notification-choices.ts';
import type { NotificationType } from '@handover/contract/notifications/notifications.ts';
import type { Db } from '#db/client.ts';
import type { Position } from '#lib/pagination.ts';
import type { NotificationsTable } from '#db/schema/customers.ts';
import { targetColumns } from '#platform/notification-channels.ts';

type Mine = { workspaceId: string; userId: string };

export function listNotificationRows(
  db: Db,
  { workspaceId, userId }: Mine,
  { isUnreadOnly, after, limit }: { isUnreadOnly: boolean; after: Position | null; limit: number },
) {
  let query = db
    .selectFrom('notifications')
    .select(['id', 'type', 'title', ...targetColumns, 'read_at', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('is_in_app', '=', true);
  if (isUnreadOnly) query = query.where('read_at', 'is', null);
  if (after !== null) query = query.where(sql<boolean>`(created_at, id) < (${after[0]}, ${after[1]})`);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function countNotifications(
  db: Db,
  { workspaceId, userId }: Mine,
  isUnreadOnly: boolean,
): Promise<number> {
  let query = db
    .selectFrom('notifications')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('is_in_app', '=', true);
  if (isUnreadOnly) query = query.where('read_at', 'is', null);
  return (await query.executeTakeFirstOrThrow()).count;
}

/** Marks one or all of a member's notifications as read; returns the number with that id. */
export async function markRead(
  db: Db,
  { workspaceId, userId }: Mine,
  { notificationId, now }: { notificationId?: string; now: Date },
): Promise<number> {
  let query = db
    .updateTable('notifications')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now)) }))
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('is_in_app', '=', true);
  query =
    notificationId === undefined
      ? query.where('read_at', 'is', null)
      : query.where('id', '=', notificationId);
  return (await query.returning('id').execute()).length;
}

/** Deletes up to `limit` notifications, so that no statement takes long. */
export async function deleteReadBefore(
  db: Db,
  { workspaceId, before, limit }: { workspaceId: string; before: Date; limit: number },
): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notifications')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('read_at', '<', before)
        .limit(limit),
    )
    .execute();
}

type ChoiceOwner = { readonly workspaceId: string; readonly userId: string };

/** Null before the first digest is planned. */
export async function findDigestSettings(db: Db, { workspaceId, userId }: ChoiceOwner) {
  const row = await db
    .selectFrom('notification_digests')
    .select(['hour', 'weekdays', 'with_tasks', 'version', 'last_on'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

type PlannedDigest = DigestChoice & {
  readonly timeZone: string;
  readonly on: string;
  readonly at: Date;
};

/** `version` is the version read, 0 for none. Returns false when it is stale. */
export async function storeDigest(
  db: Db,
  { workspaceId, userId }: ChoiceOwner,
  { digest, version }: { digest: PlannedDigest; version: number },
): Promise<boolean> {
  const columns = {
    hour: digest.hour,
    weekdays: [...digest.weekdays],
    with_tasks: digest.withTasks,
    time_zone: digest.timeZone,
    due_on: digest.on,
    fires_at: digest.at,
  };
  const updated = await db
    .updateTable('notification_digests')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('version', '=', version)
    .returning('user_id')
    .executeTakeFirst();
  if (updated !== undefined || version !== 0) return updated !== undefined;
  const inserted = await db
    .insertInto('notification_digests')
    .values({ workspace_id: workspaceId, user_id: userId, ...columns, version: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function storeKinds(
  db: Db,
  { workspaceId, userId }: ChoiceOwner,
  kinds: readonly KindChoice[],
): Promise<void> {
  if (kinds.length === 0) return;
  await db
    .insertInto('notification_choices')
    .values(
      kinds.map(({ type, inApp, email }) => ({
        workspace_id: workspaceId,
        user_id: userId,
        type,
        is_in_app: inApp,
        email,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'user_id', 'type'])
        .doUpdateSet((eb) => ({ is_in_app: eb.ref('excluded.is_in_app'), email: eb.ref('excluded.email') })),
    )
    .execute();
}

/** Whether the user is a member of the workspace, which a SUPERADMIN need not be. */
export async function isMember(db: Db, { workspaceId, userId }: ChoiceOwner): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}

type Key = { readonly workspaceId: string; readonly notificationId: string };

export type PendingMail = Pick<Selectable<NotificationsTable>, (typeof targetColumns)[number]> & {
  user_id: string;
  type: NotificationType;
  title: string;
};

/** Claims a notification's pending email; null if it was sent already. */
export async function claimPendingMail(
  db: Db,
  { workspaceId, notificationId }: Key,
): Promise<PendingMail | null> {
  const { rows } = await sql<PendingMail>`
    UPDATE notifications SET waits_for = NULL
    WHERE workspace_id = ${workspaceId} AND id = ${notificationId} AND waits_for = 'mail'
    RETURNING user_id, type, title, ${sql.join(targetColumns.map((name) => sql.ref(name)))}`.execute(db);
  return rows[0] ?? null;
}

/** Leaves a notification for the next digest. */
export async function addToDigest(db: Db, { workspaceId, notificationId }: Key): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ waits_for: 'digest' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', notificationId)
    .execute();
}
