import * as contract from '@handover/contract/notifications.ts';
import { notificationTypes, type NotificationType } from '@handover/contract/notifications.ts';
import { notFound } from '#lib/errors.ts';
import { paginate } from '#lib/pagination.ts';
import { targetOf } from '#platform/notification-channels/notification-links.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { countNotifications, listNotificationRows, markRead } from './notifications.queries.ts';

/** The own notifications. */
export function notificationRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(contract.listNotifications, async ({ actor, query, work }) => {
    const isUnreadOnly = query.unread === true;
    const page = await paginate(keyring, {
      limit: query.limit,
      cursor: query.cursor,
      binding: ['notifications', actor.workspaceId, actor.userId, isUnreadOnly],
      fetch: (slice) => listNotificationRows(work.db, actor, { isUnreadOnly, ...slice }),
      count: () => countNotifications(work.db, actor, isUnreadOnly),
      positionOf: (row) => [row.created_at.toISOString(), row.id],
    });
    const notifications = page.rows.map((row) => ({
      id: row.id,
      title: row.title,
      type: typeOf(row.type),
      time: row.created_at.toISOString(),
      isRead: row.read_at !== null,
      ...targetOf(row),
    }));
    return {
      notifications,
      unreadCount: await countNotifications(work.db, actor, true),
      total: page.total,
      nextCursor: page.nextCursor,
    };
  });

  routes.add(contract.readNotification, async ({ actor, params, work }) => {
    if ((await markRead(work.db, actor, { notificationId: params.id, now: work.now })) === 0)
      throw notFound('notification');
    work.publish({
      workspaceId: actor.workspaceId,
      noun: 'notification',
      id: params.id,
      userId: actor.userId,
    });
  });

  routes.add(contract.readAllNotifications, async ({ actor, work }) => {
    await markRead(work.db, actor, { now: work.now });
    work.publish({
      workspaceId: actor.workspaceId,
      noun: 'notification',
      id: actor.userId,
      userId: actor.userId,
    });
  });
}

function typeOf(stored: string): NotificationType {
  return notificationTypes.find((type) => type === stored) ?? 'announcement';
}
