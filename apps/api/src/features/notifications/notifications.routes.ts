import * as contract from '@handover/contract/notifications/notifications.ts';
import { type NotificationType, notificationTypes } from '@handover/contract/notifications/notifications.ts';
import * as notificationChoices from '@handover/contract/notifications/notification-choices.ts';
import {
  listNotificationTypes,
  type NotificationChoices,
  type updateNotificationChoices,
} from '@handover/contract/notifications/notification-choices.ts';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import { getNextDigest } from '@handover/domain/digest-times.ts';
import { forbidden, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { paginate } from '#lib/pagination.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { loadChoices, defaultDigest, toTarget } from '#platform/notification-channels.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  countNotifications,
  findDigestSettings,
  isMember,
  listNotificationRows,
  markRead,
  storeDigest,
  storeKinds,
} from './notifications.queries.ts';

export function notificationRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(contract.listNotifications, async ({ actor, query, work }) => {
    const isUnreadOnly = query.unread === true;
    const page = await paginate(keyring, {
      limit: query.limit,
      cursor: query.cursor,
      viewer: actor,
      binding: ['notifications', isUnreadOnly],
      fetch: (slice) => listNotificationRows(work.db, actor, { isUnreadOnly, ...slice }),
      count: () => countNotifications(work.db, actor, isUnreadOnly),
      positionOf: (row) => [row.created_at.toISOString(), row.id],
    });
    const notifications = page.rows.map((row) => ({
      id: row.id,
      title: row.title,
      type: toNotificationType(row.type),
      time: row.created_at.toISOString(),
      isRead: row.read_at !== null,
      ...toTarget(row),
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

function toNotificationType(stored: string): NotificationType {
  return notificationTypes.find((type) => type === stored) ?? 'announcement';
}

export function notificationChoiceRoutes(routes: Routes): void {
  routes.add(notificationChoices.getNotificationChoices, async ({ actor, work }) => ({
    choices: await getChoices(work, actor),
  }));
  routes.add(notificationChoices.updateNotificationChoices, async ({ actor, body, work }) => ({
    choices: await updateChoices(work, actor, body),
  }));
}

type Chosen = BodyOf<typeof updateNotificationChoices>;

/** Settings for each kind that the member's role can receive, and the time of the next digest. */
async function getChoices({ db, now }: Work, actor: Member): Promise<NotificationChoices> {
  const { timeZone } = actor;
  const row = await findDigestSettings(db, actor);
  const digest =
    row === null ? defaultDigest : { hour: row.hour, weekdays: row.weekdays, withTasks: row.with_tasks };
  const next = getNextDigest({ ...digest, timeZone }, { after: now, lastOn: row?.last_on ?? null });
  return {
    version: row?.version ?? 0,
    kinds: (await isMember(db, actor)) ? await loadChoices(db, actor) : [],
    digest: { ...digest, weekdays: [...digest.weekdays] },
    timeZone,
    nextDigestAt: next.at.toISOString(),
  };
}

/** Throws INVALID_INPUT, FORBIDDEN for a non-member, STALE_VERSION with the current settings. */
async function updateChoices(
  work: Work,
  actor: Member,
  { version, kinds, digest }: Chosen,
): Promise<NotificationChoices> {
  if (!(await isMember(work.db, actor)))
    throw forbidden('You are not a member of this workspace, so you do not receive its notifications.');
  const known = listNotificationTypes(actor.role);
  const isOnce = new Set(kinds.map(({ type }) => type)).size === kinds.length;
  if (!isOnce || !kinds.every(({ type }) => known.includes(type)))
    throw invalidField('kinds', 'List each kind available to your role once');
  const { timeZone } = actor;
  const row = await findDigestSettings(work.db, actor);
  const weekdays = [...new Set(digest.weekdays)].toSorted((one, other) => one - other);
  const plan = { ...digest, weekdays, timeZone };
  const next = getNextDigest(plan, { after: work.now, lastOn: row?.last_on ?? null });
  const isCurrent = await storeDigest(work.db, actor, { digest: { ...plan, ...next }, version });
  if (!isCurrent) throw staleVersion(await getChoices(work, actor));
  await storeKinds(work.db, actor, kinds);
  return getChoices(work, actor);
}
