import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Position } from '#lib/pagination.ts';
import { targetColumns } from '#platform/notification-channels/notification-links.ts';

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

/** Marks one or all of a member's notifications as read; returns how many there were of that id. */
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
