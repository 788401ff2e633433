import type { OwnQuestion } from '@handover/contract/documents/room-questions.ts';
import { AppError, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { findRoomOnSale, findRoomAsOwner, listBuyerRooms, listOwnerRooms } from '../rooms/rooms.queries.ts';
import { isAnswerable, presentForBuyer, presentForOwner } from './questions.presenter.ts';
import {
  findDealBroker,
  findQuestionRow,
  insertQuestion,
  listBuyerQuestions,
  listOwnerQuestions,
  updateQuestionRow,
} from './questions.queries.ts';
import { publishQuestionChange, getExcerpt, notifyAssignee, recordEvent } from './questions.service.ts';

/**
 * Questions that the client may read as a buyer or a buyer's advisor, while the room is open to them, and questions
 * forwarded to them as an owner. Newest first.
 */
export async function listOwnQuestions({ db }: Pick<Work, 'db'>, actor: Member): Promise<OwnQuestion[]> {
  const { workspaceId } = actor;
  const opened = await listBuyerRooms(db, actor);
  const dealIds = opened.map(({ deal_id: dealId }) => dealId);
  const asBuyer = await listBuyerQuestions(db, {
    workspaceId,
    roomIds: opened.map(({ room_id: roomId }) => roomId),
    dealIds,
  });
  const owned = await listOwnerRooms(db, actor);
  const asOwner = await listOwnerQuestions(db, { workspaceId, roomIds: owned.map(({ id }) => id) });
  return [
    ...asOwner.map(presentForOwner),
    ...asBuyer.map((row) => presentForBuyer(row, { userId: actor.userId, dealIds })),
  ];
}

/** Asks about a room that a deal of the client opens; the broker of the business is notified. Throws NOT_FOUND, RULE_BROKEN. */
export async function ask(
  work: Work,
  actor: Member,
  { roomId, text }: { roomId: string; text: string },
): Promise<OwnQuestion> {
  const { workspaceId, userId } = actor;
  const opened = (await listBuyerRooms(work.db, actor)).find(({ room_id: id }) => id === roomId);
  const room = opened === undefined ? null : await findRoomOnSale(work.db, actor, roomId);
  if (opened === undefined || room === null) throw notFound('data room');
  requireOpen(room);
  const { deal_id: dealId } = opened;
  const id = newId();
  const assigneeId = room.broker_id ?? (await findDealBroker(work.db, { workspaceId, dealId }));
  await insertQuestion(work.db, {
    workspace_id: workspaceId,
    id,
    room_id: roomId,
    deal_id: dealId,
    author_id: userId,
    text,
    assignee_id: assigneeId,
    created_at: work.now,
    updated_at: work.now,
  });
  await recordEvent(work, actor, { questionId: id, type: 'asked', assigneeId });
  await notifyAssignee(work, {
    room,
    row: { workspace_id: workspaceId, id, assignee_id: assigneeId },
    type: 'question.asked',
    title: `Question about ${room.business_name}: ${getExcerpt({ text })}`,
  });
  await publishQuestionChange(work, workspaceId, room);
  return presentForBuyer(await load(work, actor, id), { userId, dealIds: [dealId] });
}

/** Answers a question as the owner, for the broker to publish. Throws NOT_FOUND, RULE_BROKEN once it is published, STALE_VERSION. */
export async function answerAsOwner(
  work: Work,
  actor: Member,
  { questionId, version, answer }: { questionId: string; version: number; answer: string },
): Promise<OwnQuestion> {
  const { workspaceId } = actor;
  const row = await load(work, actor, questionId);
  const room = row.owner_asked_at === null ? null : await findRoomAsOwner(work.db, actor, row.room_id);
  if (room === null) throw notFound('question');
  requireOpen(room);
  if (row.state === 'published')
    throw new AppError(
      'RULE_BROKEN',
      'Your broker has published the answer. Message your broker to change it.',
    );
  if (!isAnswerable(row)) throw notFound('question');
  const change = { state: 'answered', owner_answer: answer } as const;
  if (!(await updateQuestionRow(work.db, { workspaceId, questionId, version, change, now: work.now })))
    throw staleVersion(presentForOwner(row));
  await recordEvent(work, actor, { questionId, type: 'answered', text: answer });
  await notifyAssignee(work, {
    room,
    row,
    type: 'question.answered',
    title: `The owner of ${room.business_name} answered: ${getExcerpt(row)}`,
  });
  await publishQuestionChange(work, workspaceId, room);
  return presentForOwner(await load(work, actor, questionId));
}

/** Throws NOT_FOUND; access to its room is the caller's to check. */
async function load({ db }: Work, { workspaceId }: Member, questionId: string) {
  const row = await findQuestionRow(db, { workspaceId, questionId });
  if (row === null) throw notFound('question');
  return row;
}

function requireOpen({ state }: { state: 'open' | 'frozen' }): void {
  if (state === 'frozen')
    throw new AppError(
      'RULE_BROKEN',
      'This data room is not taking questions right now. Message your broker.',
    );
}
