import { bulkInputs, type BulkInputOf } from '@handover/contract/records/bulk.ts';
import { taskStatuses } from '@handover/contract/tasks/task-rules.ts';
import { taskPriorities } from '@handover/contract/tasks/tasks.ts';
import * as z from 'zod/mini';
import { createAssignmentChecks } from '#platform/records/bulk/assignment-checks.ts';
import {
  createBulkRules,
  reasons,
  skip,
  writeEach,
  type BulkSpec,
  type Change,
  type Plan as PlanOf,
  type UndoInput,
} from '#platform/records/bulk/bulk.ts';
import { lockEach } from '#platform/records/bulk/lock-each.queries.ts';
import { createValuePlans } from '#platform/records/bulk/value-plans.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { taskPolicy } from './tasks.policy.ts';
import { deleteTask, restoreTask } from './deletion.service.ts';
import { findTaskRow, type TaskRow } from './tasks.queries.ts';
import { updateTask } from './tasks.service.ts';

type Input = BulkInputOf<'task'>;
type Plan = PlanOf<TaskRow>;

/** The fields that bulk actions change, as the contract names them. */
const values = z.partial(
  z.object({
    status: z.enum(taskStatuses),
    dueDate: z.nullable(z.string()),
    priority: z.enum(taskPriorities),
    assigneeId: z.nullable(z.string()),
  }),
);

const plans = createValuePlans({
  operations: { update: 'updateTask', delete: 'deleteTask', restore: 'restoreTask' },
  valuesOf: ({
    status,
    due_date: dueDate,
    priority,
    assignee_id: assigneeId,
  }: TaskRow): z.infer<typeof values> => ({
    status,
    dueDate,
    priority,
    assigneeId,
  }),
});

/** The bulk actions of tasks, each by the rules of a single one: reminders, repetition, and timelines follow. */
export const taskBulk: BulkSpec<Input, TaskRow> = {
  input: bulkInputs.task,
  batchSize: 50,
  nameColumn: 'tasks.title',
  rules: createBulkRules(taskPolicy, {
    assign: 'task:update',
    complete: 'task:complete',
    reopen: 'task:complete',
    setDueDate: 'task:update',
    setPriority: 'task:update',
    delete: 'task:delete',
    restore: 'task:delete',
  }),
  ...createAssignmentChecks<Input>({
    field: 'assigneeId',
    role: 'assignee',
    userIdOf: (input) => (input.action === 'assign' ? input.assigneeId : undefined),
  }),
  lockTargets: (db, member, ids) => lockEach(db, member, { table: 'tasks', ids, find: findTaskRow }),
  plan: (_member, { input, target }) => planChange(input, target),
  // A task has no history of its values: `planUndo` compares the value with the value that the run set.
  marks: {},
  planUndo: (_member, undone) => planUndo(undone),
  write: (work, { member, changes }) => writeEach(work, changes, (each) => write(work, member, each)),
};

function planChange(input: Input, target: TaskRow): Plan {
  const isDone = target.status === 'done';
  switch (input.action) {
    case 'delete':
    case 'restore':
      return plans.trash(target, input.action);
    case 'complete':
      return isDone ? skip(target, 'Already completed.') : plans.set(target, { status: 'done' });
    case 'reopen':
      return isDone ? plans.set(target, { status: 'open' }) : skip(target, 'Not completed.');
    case 'assign':
      return target.assignee_id === input.assigneeId
        ? skip(target, input.assigneeId === null ? 'Already unassigned.' : 'Already assigned.')
        : plans.set(target, { assigneeId: input.assigneeId });
    case 'setPriority':
      return target.priority === input.priority
        ? skip(target, 'Already has this priority.')
        : plans.set(target, { priority: input.priority });
    default:
      if (isDone) return skip(target, 'Already completed.');
      return target.due_date === input.dueDate
        ? skip(target, input.dueDate === null ? 'Already without a due date.' : 'Already due then.')
        : plans.set(target, { dueDate: input.dueDate });
  }
}

/** Restores the previous value of one task unless it has changed since; other fields may have. */
function planUndo({ input, done, target }: UndoInput<Input, TaskRow>): Plan {
  if (input.action === 'delete') return plans.trash(target, 'restore');
  if (!hasResult(target, input)) return skip(target, reasons.isChanged);
  return plans.set(target, values.parse(done.before ?? {}));
}

/** Whether a task still has the value that the action has set. */
function hasResult(target: TaskRow, input: Input): boolean {
  switch (input.action) {
    case 'complete':
      return target.status === 'done';
    case 'reopen':
      return target.status === 'open';
    case 'assign':
      return target.assignee_id === input.assigneeId;
    case 'setPriority':
      return target.priority === input.priority;
    case 'setDueDate':
      return target.due_date === input.dueDate;
    default:
      return false;
  }
}

async function write(
  work: Work,
  member: Member,
  { target: { id, version }, columns, operation }: Change<TaskRow>,
): Promise<void> {
  if (operation === 'deleteTask') await deleteTask(work, member, id);
  else if (operation === 'restoreTask') await restoreTask(work, member, { taskId: id, version });
  else await updateTask(work, member, { taskId: id, input: { version, ...values.parse(columns) } });
}
