import type { BulkTaskAction, BulkTaskResult, TaskBefore } from '@handover/contract/task-bulk.ts';
import { addDays, weekdayNumber } from '@handover/domain/calendar-dates.ts';
import { dateIn } from '#lib/clock.ts';
import { AppError } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { deleteTask, restoreTask } from '../deletion.service.ts';
import { loadTask } from '../task-effects.ts';
import type { TaskRow } from '../tasks.queries.ts';
import { updateTask } from '../tasks.service.ts';

type Undoable = { id: string; version: number; before: TaskBefore };

/** Acts on each task by the rules of a single one; what is refused is skipped with its reason. */
export async function actOnTasks(
  work: Work,
  actor: Member,
  { ids, action }: { ids: readonly string[]; action: BulkTaskAction },
): Promise<BulkTaskResult[]> {
  const results: BulkTaskResult[] = [];
  for (const id of new Set(ids))
    results.push(
      await outcomeOf(id, async () => act(work, actor, { task: await loadTask(work, actor, id), action })),
    );
  return results;
}

/** Puts tasks back as they were before `actOnTasks`; one that was changed since is skipped. */
export async function restoreTasks(
  work: Work,
  actor: Member,
  tasks: readonly Undoable[],
): Promise<BulkTaskResult[]> {
  const results: BulkTaskResult[] = [];
  for (const { id, version, before } of tasks) {
    const { isDeleted, ...change } = before;
    const restoreValues = async (): Promise<null> => {
      if (isDeleted === false) await restoreTask(work, actor, { taskId: id, version });
      else await updateTask(work, actor, { taskId: id, input: { version, ...change } });
      return null;
    };
    results.push(await outcomeOf(id, restoreValues));
  }
  return results;
}

async function act(
  work: Work,
  actor: Member,
  { task, action }: { task: TaskRow; action: BulkTaskAction },
): Promise<Undoable> {
  const { id } = task;
  if (action.kind === 'delete')
    return { id, version: await deleteTask(work, actor, id), before: { isDeleted: false } };
  const { change, before } = changeFor(action, { task, today: dateIn(actor.timeZone, work.now) });
  const { version } = await updateTask(work, actor, {
    taskId: id,
    input: { version: task.version, ...change },
  });
  return { id, version, before };
}

type Change = Pick<TaskBefore, 'status' | 'dueDate' | 'assigneeId'>;

/** The new values of what an action changes, and the old ones. Throws RULE_BROKEN where there is nothing to do. */
function changeFor(
  action: Exclude<BulkTaskAction, { kind: 'delete' }>,
  { task, today }: { task: TaskRow; today: string },
): { change: Change; before: Change } {
  if (action.kind === 'assign') {
    if (task.assignee_id === action.assigneeId) throw nothingToDo('It is theirs already');
    return { change: { assigneeId: action.assigneeId }, before: { assigneeId: task.assignee_id } };
  }
  if (task.status === 'done') throw nothingToDo('It is done already');
  if (action.kind === 'done') return { change: { status: 'done' }, before: { status: task.status } };
  const dueDate = action.to === 'tomorrow' ? addDays(today, 1) : addDays(today, 8 - weekdayNumber(today));
  if (dueDate === task.due_date) throw nothingToDo('It is due then already');
  return { change: { dueDate }, before: { dueDate: task.due_date } };
}

function nothingToDo(reason: string): AppError {
  return new AppError('RULE_BROKEN', reason);
}

/** Refusals come before a task's first write, so that the others of the request can go on. */
async function outcomeOf(id: string, act: () => Promise<Undoable | null>): Promise<BulkTaskResult> {
  try {
    return { id, outcome: 'changed', reason: null, undo: await act() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { id, outcome: 'skipped', reason: error.errors?.[0]?.message ?? error.message, undo: null };
  }
}
