import * as contract from '@handover/contract/documents/room-questions.ts';
import { paginate } from '#lib/pagination.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { requireRoom } from '../rooms/rooms.service.ts';
import { answerAsOwner, ask, listOwnQuestions } from './own-questions.service.ts';
import { presentQuestion } from './questions.presenter.ts';
import { countQuestions, listEvents, listQuestionRows } from './questions.queries.ts';
import { askOwner, assign, publish } from './questions.service.ts';

/** Questions of buyers about data rooms. */
export function questionRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(contract.listRoomQuestions, async ({ actor, params, query, work }) => {
    const { id: roomId } = await requireRoom(work.db, actor, params.id);
    const { workspaceId } = actor;
    const { rows, ...page } = await paginate(keyring, {
      ...query,
      cursor: query.cursor,
      viewer: actor,
      binding: ['room-questions', roomId],
      fetch: (slice) => listQuestionRows(work.db, { workspaceId, roomId, ...slice }),
      count: () => countQuestions(work.db, { workspaceId, roomId }),
      positionOf: (row) => [row.created_at.toISOString(), row.id],
    });
    const events = await listEvents(work.db, { workspaceId, questionIds: rows.map(({ id }) => id) });
    return { questions: rows.map((row) => presentQuestion(row, events)), ...page };
  });
  routes.add(contract.assignQuestion, async ({ actor, params, body, work }) => ({
    question: await assign(work, actor, { questionId: params.id, input: body }),
  }));
  routes.add(contract.askOwnerQuestion, async ({ actor, params, body, work }) => ({
    question: await askOwner(work, actor, { questionId: params.id, version: body.version }),
  }));
  routes.add(contract.publishAnswer, async ({ actor, params, body, work }) => ({
    question: await publish(work, actor, { questionId: params.id, input: body }),
  }));
  routes.add(contract.listOwnQuestions, async ({ actor, work }) => ({
    questions: await listOwnQuestions(work, actor),
  }));
  routes.add(contract.askQuestion, async ({ actor, params, body, work }) => ({
    question: await ask(work, actor, { roomId: params.id, text: body.text }),
  }));
  routes.add(contract.answerQuestion, async ({ actor, params, body, work }) => ({
    question: await answerAsOwner(work, actor, { questionId: params.id, ...body }),
  }));
}
