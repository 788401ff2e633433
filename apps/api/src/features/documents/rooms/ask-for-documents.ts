import { toCalendarDate } from '@handover/domain/local-time.ts';
import type { askForDocuments, DataRoomDetail } from '@handover/contract/documents/data-rooms.ts';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import { isExpired } from '@handover/domain/data-rooms/room-template.ts';
import { askClient } from '#features/tasks/tasks.public.ts';
import { AppError, notFound } from '#lib/errors.ts';
import { notify } from '#platform/notifications.ts';
import type { RecordTypeWithFiles } from '#platform/records/files.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { followTask } from './follow-answers.ts';
import { findOwnerLogin, type RoomRow } from './rooms.queries.ts';
import { listRequests, updateRequestRow, type RequestRow } from './room-requests.queries.ts';
import { publishRoomChange, requireOpenRoom } from './rooms.service.ts';

type Ask = {
  readonly roomId: string;
  readonly input: BodyOf<typeof askForDocuments>;
  readonly records: readonly RecordTypeWithFiles[];
};

/**
 * Requests several documents from the owner, optionally with a client task; sends one notification. Throws NOT_FOUND,
 * RULE_BROKEN for requests that were already sent or are set aside, and for a task without an owner.
 */
export async function askOwner(
  work: Work,
  actor: Member,
  { roomId, input: { requestIds, dueOn = null, asTask }, records }: Ask,
): Promise<DataRoomDetail> {
  const { workspaceId, timeZone } = actor;
  const room = await requireOpenRoom(work.db, actor, roomId);
  const today = toCalendarDate(work.now, timeZone);
  const all = await listRequests(work.db, { workspaceId, roomIds: [roomId] });
  const asked = all.filter(({ id }) => requestIds.includes(id));
  if (asked.length < new Set(requestIds).size) throw notFound('request');
  for (const request of asked) checkAskable(request, today);
  const taskId = asTask ? await addTask(work, actor, { room, asked, dueOn }) : null;
  const change = {
    state: 'requested',
    due_on: dueOn,
    refusal: null,
    verified_by: null,
    verified_at: null,
    // The owner is notified now, so no reminder is needed that day.
    reminded_on: today,
    ...(taskId !== null && { task_id: taskId }),
  } as const;
  for (const { id: requestId, version } of asked)
    if (!(await updateRequestRow(work.db, { workspaceId, requestId, version, change, now: work.now })))
      throw new AppError('RULE_BROKEN', 'Someone else changed a request. Try again.');
  if (taskId === null) {
    await notifyOwner(work, {
      workspaceId,
      room,
      title: `Documents requested for ${room.business_name}`,
    });
    for (const task of new Set(asked.flatMap(({ task_id: id }) => id ?? [])))
      await followTask(work, actor, { taskId: task, canReopen: true });
  }
  return publishRoomChange(work, actor, { roomId, records });
}

function checkAskable({ state, title, expires_on: expiresOn }: RequestRow, today: string): void {
  if (state === 'uploaded' || (state === 'verified' && !isExpired(expiresOn, today)))
    throw new AppError('RULE_BROKEN', `${title} was already sent.`);
  if (state === 'not_applicable') throw new AppError('RULE_BROKEN', `${title} is marked as not applicable.`);
}

async function addTask(
  work: Work,
  actor: Member,
  { room, asked, dueOn }: { room: RoomRow; asked: readonly RequestRow[]; dueOn: string | null },
): Promise<string> {
  const { owner_id: customerId, business_id: businessId, business_name: name } = room;
  if (customerId === null)
    throw new AppError('RULE_BROKEN', 'Add an owner to the business before creating a client task.');
  const [first] = asked;
  const what = asked.length === 1 && first !== undefined ? first.title : `${String(asked.length)} documents`;
  const title = `Send ${what} for ${name}`.slice(0, 300);
  return (await askClient(work, actor, { customerId, businessId, title, dueDate: dueOn })).id;
}

/** Notifies the owner of a room's business, if they have a login. */
export async function notifyOwner(
  work: Work,
  { workspaceId, room, title }: { workspaceId: string; room: RoomRow; title: string },
): Promise<void> {
  const owner = await findOwnerLogin(work.db, { workspaceId, roomId: room.id });
  if (owner === null) return;
  await notify(work, {
    workspaceId,
    userIds: [owner.userId],
    type: 'room.requested',
    title,
    customerId: owner.customerId,
    renewsUnread: true,
  });
}
