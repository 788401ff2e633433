import type { OwnQuestion, RoomQuestion } from '@handover/contract/documents/room-questions.ts';
import type { EventRow, QuestionRow } from './questions.queries.ts';

/** A question as staff see it, with its history. */
export function presentQuestion(row: QuestionRow, events: readonly EventRow[]): RoomQuestion {
  return {
    id: row.id,
    dealId: row.deal_id,
    text: row.text,
    state: row.state,
    author: { id: row.author_id, displayName: row.author_name },
    createdAt: row.created_at.toISOString(),
    assignee: toPerson(row.assignee_id, row.assignee_name),
    ownerAnswer: row.owner_answer,
    answer: row.answer,
    isForAll: row.is_for_all,
    history: events
      .filter(({ question_id: questionId }) => questionId === row.id)
      .map((event) => ({
        id: event.id,
        type: event.type,
        actor: { id: event.actor_id, displayName: event.actor_name },
        assignee: toPerson(event.assignee_id, event.assignee_name),
        at: event.at.toISOString(),
      })),
    version: row.version,
  };
}

/** A question as its buyer, or another buyer it is published to, sees it. */
export function presentForBuyer(
  row: QuestionRow,
  { userId, dealIds }: { userId: string; dealIds: readonly string[] },
): OwnQuestion {
  const ofDeal = row.author_id === userId ? 'you' : 'team';
  const asker = dealIds.includes(row.deal_id) ? ofDeal : 'other';
  return { ...toSharedQuestion(row), side: 'buyer', asker, answer: row.answer, answerableVersion: null };
}

/** A question as the owner sees it: without its author and the published answer. */
export function presentForOwner(row: QuestionRow): OwnQuestion {
  return {
    ...toSharedQuestion(row),
    side: 'seller',
    asker: 'other',
    answer: row.owner_answer,
    answerableVersion: isAnswerable(row) ? row.version : null,
  };
}

/** Whether the owner may answer it, or change their answer. */
export function isAnswerable({ state }: Pick<QuestionRow, 'state'>): boolean {
  return state === 'with_owner' || state === 'answered';
}

function toSharedQuestion({ id, room_id: roomId, text, created_at: createdAt }: QuestionRow) {
  return { id, roomId, text, createdAt: createdAt.toISOString() };
}

function toPerson(id: string | null, displayName: string | null): { id: string; displayName: string } | null {
  return id === null || displayName === null ? null : { id, displayName };
}
