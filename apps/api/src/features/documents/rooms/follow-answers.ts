import { moveClientTask } from '#features/tasks/tasks.public.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  findRequest,
  hasAnswers,
  listTaskRequestStates,
  lockRequest,
  updateRequestRow,
  type RequestRow,
} from './room-requests.queries.ts';

/**
 * Updates a task from its requests: sent when all documents were uploaded, completed when all are verified, and, if it
 * `canReopen`, open when something must be sent again.
 */
export async function followTask(
  work: Work,
  actor: Member,
  { taskId, canReopen }: { taskId: string; canReopen: boolean },
): Promise<void> {
  const states = await listTaskRequestStates(work.db, { workspaceId: actor.workspaceId, taskId });
  const needed = states.filter((state) => state !== 'not_applicable');
  if (needed.every((state) => state === 'verified'))
    return moveClientTask(work, actor, { taskId, from: ['open', 'in_progress', 'waiting'], to: 'done' });
  if (needed.every((state) => state === 'verified' || state === 'uploaded'))
    return moveClientTask(work, actor, { taskId, from: ['open', 'in_progress'], to: 'waiting' });
  return moveClientTask(work, actor, { taskId, from: canReopen ? ['waiting', 'done'] : [], to: 'open' });
}

/** Reopens a request whose last document was removed, and requests a new review if a document was restored. */
export async function followAnswers(work: Work, actor: Member, requestId: string): Promise<void> {
  const { db, now } = work;
  const { workspaceId } = actor;
  await lockRequest(db, { workspaceId, requestId });
  const request = await findRequest(db, { workspaceId, requestId });
  if (request === null) return;
  const state = getNextState(request, await hasAnswers(db, { workspaceId, requestId }));
  if (state === request.state) return;
  const change = { state, expires_on: null, verified_by: null, verified_at: null };
  const { version, task_id: taskId } = request;
  await updateRequestRow(db, { workspaceId, requestId, version, change, now });
  if (taskId !== null) await followTask(work, actor, { taskId, canReopen: true });
}

function getNextState(
  { state, reminded_on: remindedOn }: RequestRow,
  isAnswered: boolean,
): RequestRow['state'] {
  if (isAnswered) return state === 'required' || state === 'requested' ? 'uploaded' : state;
  if (state !== 'uploaded' && state !== 'verified') return state;
  return remindedOn === null ? 'required' : 'requested';
}
