import type { Task, TaskTotals } from '@handover/contract/tasks/tasks.ts';
import { anId } from './records.ts';
import type { Call } from './work.tsx';

const time = '2026-11-20T15:00:00.000Z';

/** An open task without a date, with overrides from the test. */
export function aTask(number: number, changes: Partial<Task> = {}): Task {
  return {
    id: anId(number),
    title: `Task ${String(number)}`,
    description: null,
    status: 'open',
    priority: 'normal',
    audience: 'staff',
    requestsFiles: false,
    requests: [],
    dueDate: null,
    assignee: null,
    customer: null,
    business: null,
    deal: null,
    recurrence: null,
    reminder: null,
    remindsAt: null,
    createdBy: { id: anId(900), displayName: 'Avery Whitfield' },
    completedAt: null,
    createdAt: time,
    updatedAt: time,
    deletedAt: null,
    version: 1,
    ...changes,
  };
}

type StubResponse = (call: Pick<Call, 'query'>) => unknown;

/** The API responses of a workspace with these tasks: lists by status and range, and totals. */
export function createTaskResponses(
  tasks: () => readonly Task[],
): Readonly<Record<'GET /tasks' | 'GET /tasks/totals', StubResponse>> {
  const matching = (query: URLSearchParams): Task[] =>
    tasks().filter(
      ({ status, dueDate }) =>
        (!query.has('status') || query.getAll('status').includes(status)) &&
        (!query.has('dueFrom') || (dueDate ?? '') >= (query.get('dueFrom') ?? '')) &&
        (!query.has('dueTo') || (dueDate ?? '9') <= (query.get('dueTo') ?? '')),
    );
  return {
    'GET /tasks': ({ query }) => {
      const found = matching(query);
      return { tasks: found, total: found.length, nextCursor: null };
    },
    'GET /tasks/totals': ({ query }) => ({ totals: createTotals(matching(query)) }),
  };
}

/** Totals by status. In the totals by due date, all tasks count as undated. */
function createTotals(found: readonly Task[]): TaskTotals {
  const count = (status: Task['status']): number => found.filter((task) => task.status === status).length;
  return {
    due: { overdue: 0, today: 0, tomorrow: 0, next7Days: 0, later: 0, none: found.length },
    status: {
      open: count('open'),
      in_progress: count('in_progress'),
      waiting: count('waiting'),
      done: count('done'),
    },
    days: [],
  };
}
