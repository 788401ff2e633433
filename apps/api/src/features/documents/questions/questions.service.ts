import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import type {
  assignQuestion,
  publishAnswer,
  QuestionEventType,
  RoomQuestion,
} from '@handover/contract/documents/room-questions.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { toExcerpt } from '#lib/text.ts';
import { notify } from '#platform/notifications.ts';
import { isOpenTo } from '#platform/session/access.ts';
import type { Member } from '#platform/session/actor.ts';
import { findMember } from '#platform/session/find-member.ts';
import { listStaffOrAdminIds } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';
import { findOwnerLogin, findRoom, listBuyerRooms, type RoomRow } from '../rooms/rooms.queries.ts';
import { checkOpen } from '../rooms/rooms.service.ts';
import { presentQuestion } from './questions.presenter.ts';
import {
  findQuestionRow,
  insertEvent,
  listAssignedRooms,
  listBuyers,
  listEvents,
  reassignQuestions,
  updateQuestionRow,
  type QuestionRow,
} from './questions.queries.ts';

const excerptCharacters = 100;

/** Who an event is recorded of. */
type Author = Pick<Member, 'workspaceId' | 'userId'>;

/**
 * Assigns a question and notifies the assignee. Throws NOT_FOUND, RULE_BROKEN, INVALID_INPUT for a member without
 * access to the business, STALE_VERSION.
 */
export async function assign(
  work: Work,
  actor: Member,
  {
    questionId,
    input: { version, assigneeId },
  }: { questionId: string; input: BodyOf<typeof assignQuestion> },
): Promise<RoomQuestion> {
  const { row, room } = await loadToChange(work, actor, questionId);
  if (assigneeId !== null && !(await canSee(work, actor, { userId: assigneeId, roomId: room.id })))
    throw invalidField('assigneeId', 'This person does not have access to the business');
  await write(work, actor, { questionId, version, change: { assignee_id: assigneeId } });
  if (assigneeId !== row.assignee_id) {
    await recordEvent(work, actor, { questionId, type: 'assigned', assigneeId });
    if (assigneeId !== null && assigneeId !== actor.userId)
      await notifyAssignee(work, {
        room,
        row: { ...row, assignee_id: assigneeId },
        type: 'question.asked',
        title: `Question about ${room.business_name}: ${getExcerpt(row)}`,
      });
  }
  return publishAndReload(work, actor, { questionId, room });
}

/**
 * Assigns the unpublished questions of a member who left to their successor, or to no one in rooms that the successor may
 * not read.
 */
export async function handOverQuestions(
  work: Work,
  actor: Author,
  { userId, to }: { userId: string; to: string | null },
): Promise<void> {
  const { workspaceId } = actor;
  const assignee = { workspaceId, userId };
  for (const roomId of await listAssignedRooms(work.db, assignee)) {
    const isOpen = to !== null && (await canSee(work, actor, { userId: to, roomId }));
    const assigneeId = isOpen ? to : null;
    const ids = await reassignQuestions(work.db, { ...assignee, roomId, to: assigneeId, now: work.now });
    for (const questionId of ids)
      await recordEvent(work, actor, { questionId, type: 'assigned', assigneeId });
    work.publish({ workspaceId, noun: 'document', id: roomId });
  }
}

/**
 * Forwards a question to the owner. Throws NOT_FOUND, RULE_BROKEN without an owner who can sign in or once it is
 * published, STALE_VERSION.
 */
export async function askOwner(
  work: Work,
  actor: Member,
  { questionId, version }: { questionId: string; version: number },
): Promise<RoomQuestion> {
  const { workspaceId } = actor;
  const { row, room } = await loadToChange(work, actor, questionId);
  if (row.state === 'published')
    throw new AppError('RULE_BROKEN', 'The answer is published. Change it instead.');
  const owner = await findOwnerLogin(work.db, { workspaceId, roomId: room.id });
  if (owner === null)
    throw new AppError('RULE_BROKEN', 'The business has no owner who can sign in. Invite the owner first.');
  const change = { state: 'with_owner', owner_asked_at: work.now } as const;
  await write(work, actor, { questionId, version, change });
  await recordEvent(work, actor, { questionId, type: 'owner_asked' });
  await notify(work, {
    workspaceId,
    userIds: [owner.userId],
    type: 'question.requested',
    title: `A buyer has a question about ${room.business_name}`,
    customerId: owner.customerId,
    subject: { kind: 'question', id: questionId },
  });
  return publishAndReload(work, actor, { questionId, room });
}

/** Publishes an answer or changes it, and notifies the buyers who read it now. Throws NOT_FOUND, RULE_BROKEN, STALE_VERSION. */
export async function publish(
  work: Work,
  actor: Member,
  {
    questionId,
    input: { version, answer, isForAll },
  }: { questionId: string; input: BodyOf<typeof publishAnswer> },
): Promise<RoomQuestion> {
  const { row, room } = await loadToChange(work, actor, questionId);
  const change = { state: 'published', answer, is_for_all: isForAll } as const;
  await write(work, actor, { questionId, version, change });
  const isFirst = row.answer === null;
  const isChanged = !isFirst && row.answer !== answer;
  const isAudienceChanged = isFirst ? isForAll : row.is_for_all !== isForAll;
  if (isFirst) await recordEvent(work, actor, { questionId, type: 'published', text: answer });
  if (isChanged) await recordEvent(work, actor, { questionId, type: 'answer_changed', text: answer });
  if (isAudienceChanged) await recordEvent(work, actor, { questionId, type: 'audience_changed' });
  if (isFirst || isChanged) await notifyAsker(work, actor, { row, room, isFirst });
  return publishAndReload(work, actor, { questionId, room });
}

/** The question that a member of the staff may read and change. Throws NOT_FOUND, RULE_BROKEN in a frozen room. */
async function loadToChange(
  { db }: Work,
  actor: Member,
  questionId: string,
): Promise<{ row: QuestionRow; room: RoomRow }> {
  const row = await findQuestionRow(db, { workspaceId: actor.workspaceId, questionId });
  const room = row === null ? null : await findRoom(db, actor, row.room_id);
  if (row === null || room === null) throw notFound('question');
  checkOpen(room);
  return { row, room };
}

async function canSee(
  work: Work,
  { workspaceId }: Pick<Member, 'workspaceId'>,
  { userId, roomId }: { userId: string; roomId: string },
): Promise<boolean> {
  const member = await findMember(work.db, { workspaceId, userId, now: work.now, access: 'view' });
  if (member === null || member.scope === 'client' || !isOpenTo(member, 'documents')) return false;
  return (await findRoom(work.db, member, roomId)) !== null;
}

/** Throws STALE_VERSION with the current question. */
async function write(
  work: Work,
  actor: Member,
  key: { questionId: string } & Pick<Parameters<typeof updateQuestionRow>[1], 'version' | 'change'>,
): Promise<void> {
  const { workspaceId } = actor;
  if (await updateQuestionRow(work.db, { workspaceId, ...key, now: work.now })) return;
  throw staleVersion(await presentOne(work, actor, key.questionId));
}

export async function recordEvent(
  { db, now }: Work,
  { workspaceId, userId }: Author,
  {
    questionId,
    type,
    assigneeId = null,
    text = null,
  }: { questionId: string; type: QuestionEventType; assigneeId?: string | null; text?: string | null },
): Promise<void> {
  await insertEvent(db, {
    workspace_id: workspaceId,
    id: newId(),
    question_id: questionId,
    type,
    actor_id: userId,
    assignee_id: assigneeId,
    text,
    at: now,
  });
}

/** Notifies the assignee; without one, or if they may not read the room, the broker of the business, or else the administrators. */
export async function notifyAssignee(
  work: Work,
  {
    room,
    row,
    type,
    title,
  }: {
    room: Pick<RoomRow, 'id' | 'business_id' | 'broker_id'>;
    row: Pick<QuestionRow, 'workspace_id' | 'id' | 'assignee_id'>;
    type: 'question.asked' | 'question.answered';
    title: string;
  },
): Promise<void> {
  const { workspace_id: workspaceId, assignee_id: assigneeId } = row;
  const brokerIds = room.broker_id === null ? [] : [room.broker_id];
  const isOpen =
    assigneeId !== null && (await canSee(work, { workspaceId }, { userId: assigneeId, roomId: room.id }));
  await notify(work, {
    workspaceId,
    userIds: isOpen ? [assigneeId] : await listStaffOrAdminIds(work.db, { workspaceId, userIds: brokerIds }),
    type,
    title,
    customerId: null,
    businessId: room.business_id,
    subject: { kind: 'question', id: row.id },
  });
}

/**
 * Notifies the buyer of the deal in which the question was asked, unless it is lost, and the advisor who asked for
 * them.
 */
async function notifyAsker(
  work: Work,
  actor: Member,
  { row, room, isFirst }: { row: QuestionRow; room: RoomRow; isFirst: boolean },
): Promise<void> {
  const { workspaceId } = actor;
  const buyers = await listBuyers(work.db, { workspaceId, roomId: room.id });
  const asker = buyers.find(({ dealId }) => dealId === row.deal_id);
  if (asker === undefined) return;
  const name = room.business_name;
  const notice = {
    workspaceId,
    type: 'question.published',
    title: isFirst ? `Your question about ${name} was answered` : `An answer about ${name} was changed`,
    subject: { kind: 'question', id: row.id },
  } as const;
  if (asker.userId !== null)
    await notify(work, { ...notice, userIds: [asker.userId], customerId: asker.customerId });
  if (row.author_id !== asker.userId && (await isOpenToClient(work, actor, { userId: row.author_id, room })))
    await notify(work, { ...notice, userIds: [row.author_id], customerId: null, dealId: row.deal_id });
}

async function isOpenToClient(
  work: Work,
  { workspaceId }: Member,
  { userId, room }: { userId: string; room: RoomRow },
): Promise<boolean> {
  const member = await findMember(work.db, { workspaceId, userId, now: work.now, access: 'view' });
  if (member?.scope !== 'client' || !isOpenTo(member, 'documents')) return false;
  return (await listBuyerRooms(work.db, member)).some(({ room_id: roomId }) => roomId === room.id);
}

/** The beginning of a question, on one line. */
export function getExcerpt({ text }: Pick<QuestionRow, 'text'>): string {
  return toExcerpt(text, excerptCharacters);
}

/** Refreshes open pages of staff, of the owner, and of the room's buyers. */
export async function publishQuestionChange(
  work: Work,
  workspaceId: string,
  room: Pick<RoomRow, 'id' | 'business_id' | 'owner_id'>,
): Promise<void> {
  const notice = { workspaceId, noun: 'document', id: room.id, isForClient: true } as const;
  work.publish({ ...notice, customerId: room.owner_id, businessId: room.business_id });
  for (const { customerId } of await listBuyers(work.db, { workspaceId, roomId: room.id }))
    work.publish({ ...notice, customerId });
}

async function publishAndReload(
  work: Work,
  actor: Member,
  { questionId, room }: { questionId: string; room: RoomRow },
): Promise<RoomQuestion> {
  await publishQuestionChange(work, actor.workspaceId, room);
  return presentOne(work, actor, questionId);
}

async function presentOne({ db }: Work, { workspaceId }: Member, questionId: string): Promise<RoomQuestion> {
  const row = await findQuestionRow(db, { workspaceId, questionId });
  if (row === null) throw notFound('question');
  return presentQuestion(row, await listEvents(db, { workspaceId, questionIds: [questionId] }));
}
