import { listOpenWorkspaces } from '#platform/installation/archived.queries.ts';
import { notify } from '#platform/notifications.ts';
import type { Platform } from '#platform/platform.ts';
import { listResponsibleIds } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';
import {
  claimExpired,
  claimOverdue,
  claimReminders,
  listRoomsToRemind,
  lockRoomToRemind,
  type RemindedRoom,
  type RoomKey,
} from './request-reminders.queries.ts';
import { findOwnerLogin } from './rooms.queries.ts';

type Room = RemindedRoom & RoomKey & { readonly today: string };

/**
 * Reminds owners of documents to send 7 days before they are due, on the day, and then weekly, and notifies owner and
 * broker once of expired documents and the broker once of overdue ones; without a broker, the administrators. Each
 * reminder is marked in the transaction that writes the notification; after downtime, one reminder is sent for the
 * missed days.
 */
export async function sendDocumentReminders({
  runner,
  logger,
}: Pick<Platform, 'runner' | 'logger'>): Promise<void> {
  const now = runner.clock.now();
  for (const { id: workspaceId, today } of await listOpenWorkspaces(runner.db, now))
    for (const roomId of await listRoomsToRemind(runner.db, { workspaceId, today, now }))
      try {
        await runner.transact((work) => sendRoomReminders(work, { workspaceId, roomId, today }));
      } catch (error) {
        logger.error({ err: error, roomId }, 'reminders of a data room failed and are tried again');
      }
}

async function sendRoomReminders(work: Work, key: RoomKey & { today: string }): Promise<void> {
  const room = await lockRoomToRemind(work.db, key);
  if (room === null) return;
  await sendReminder(work, { ...room, ...key });
}

async function sendReminder(work: Work, room: Room): Promise<void> {
  const dueDates = room.remindedOn === room.today ? [] : await claimReminders(work.db, room);
  const overdue = await claimOverdue(work.db, room);
  const expired = await claimExpired(work.db, room);
  if (dueDates.length > 0) await notifyOwner(work, room, formatReminderTitle(room, dueDates));
  if (overdue.length > 0) await notifyBroker(work, room, formatOverdueTitle(room, overdue));
  if (expired.length === 0) return;
  await notifyOwner(
    work,
    room,
    `${formatExpiredTitle(room, expired)}. Send ${expired.length === 1 ? 'a current one' : 'current ones'}.`,
  );
  await notifyBroker(work, room, formatExpiredTitle(room, expired));
  work.publish({
    workspaceId: room.workspaceId,
    noun: 'document',
    id: room.roomId,
    customerId: room.ownerId,
    businessId: room.businessId,
    isForClient: true,
  });
}

async function notifyOwner(work: Work, { workspaceId, roomId }: Room, title: string): Promise<void> {
  const owner = await findOwnerLogin(work.db, { workspaceId, roomId });
  if (owner === null) return;
  const { userId, customerId } = owner;
  await notify(work, { workspaceId, userIds: [userId], type: 'room.requested', title, customerId });
}

async function notifyBroker(
  work: Work,
  { workspaceId, brokerId, businessId }: Room,
  title: string,
): Promise<void> {
  const about = { workspaceId, type: 'room.overdue', customerId: null, businessId } as const;
  const userIds = await listResponsibleIds(work.db, { workspaceId, userId: brokerId });
  await notify(work, { ...about, userIds, title });
}

function formatReminderTitle({ name, today }: Room, dueDates: readonly string[]): string {
  const upcoming = dueDates.filter((date) => date >= today).toSorted();
  const late = dueDates.length - upcoming.length;
  const [first] = upcoming;
  const days = new Set(upcoming).size;
  const parts = [
    ...(late === 0 ? [] : [`${String(late)} overdue`]),
    ...(first === undefined
      ? []
      : [`${String(upcoming.length)} due ${days === 1 ? '' : 'starting '}${formatMonthDay(first)}`]),
  ];
  return `${formatDocumentCount(dueDates.length)} to send for ${name}: ${parts.join(', ')}`;
}

function formatOverdueTitle({ name }: Room, [first = '', ...others]: readonly string[]): string {
  return others.length === 0
    ? `${first} for ${name} is overdue`
    : `${formatDocumentCount(others.length + 1)} for ${name} are overdue`;
}

function formatExpiredTitle({ name }: Room, [first = '', ...others]: readonly string[]): string {
  return others.length === 0
    ? `${first} for ${name} has expired`
    : `${formatDocumentCount(others.length + 1)} for ${name} have expired`;
}

function formatDocumentCount(count: number): string {
  return count === 1 ? '1 document' : `${String(count)} documents`;
}

function formatMonthDay(date: string): string {
  const format = { month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-US', format).format(new Date(`${date}T00:00:00Z`));
}
