import type { QueryInput, ResponseOf } from '@handover/contract/http/endpoint.ts';
import { openTaskStatuses } from '@handover/contract/tasks/task-rules.ts';
import {
  getTask,
  getTaskTotals,
  listBusinessTasks,
  listDealTasks,
  listCustomerTasks,
  listTasks,
  type Task,
  type TaskTotals,
} from '@handover/contract/tasks/tasks.ts';
import { send } from '#shared/api/client.ts';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '#shared/api/query-factory.ts';

export type TaskPage = ResponseOf<typeof listTasks>;
/** The query shared by list, board, and calendar. */
export type TaskQuery = Omit<QueryInput<typeof listTasks>, 'cursor' | 'limit'>;

/** Tasks per request. */
const pageSize = 50;
/** Loads the tasks of a whole month in few requests. */
const maxPageSize = 100;

const listsByRecord = {
  customer: listCustomerTasks,
  business: listBusinessTasks,
  deal: listDealTasks,
} as const;

/** The tasks of a record, open tasks by due date or completed tasks newest first. */
export const recordTasksQuery = (
  { type, id }: RecordRef,
  state: 'open' | 'done',
): PagesFor<ResponseOf<typeof listCustomerTasks>> =>
  pagesQuery({
    queryKey: ['task', id, 'list', state],
    fetchPage: ({ cursor, signal }) =>
      send(
        listsByRecord[type],
        {
          params: { id },
          query:
            state === 'open'
              ? { status: [...openTaskStatuses], sort: 'dueDate', cursor }
              : { status: ['done'], sort: '-createdAt', cursor },
        },
        { signal },
      ),
  });

/** The tasks of the workspace that match. */
export const tasksQuery = (query: TaskQuery, { isLarge = false } = {}): PagesFor<TaskPage> =>
  pagesQuery({
    queryKey: ['task', 'all', 'list', query],
    fetchPage: ({ cursor, signal }) =>
      send(listTasks, { query: { ...query, limit: isLarge ? maxPageSize : pageSize, cursor } }, { signal }),
  });

/** The number of matching tasks in each group. */
export const totalsQuery = (query: QueryInput<typeof getTaskTotals>): QueryFor<TaskTotals> =>
  oneQuery({
    queryKey: ['task', 'all', 'totals', query],
    queryFn: async ({ signal }) => (await send(getTaskTotals, { query }, { signal })).totals,
  });

export const taskQuery = (id: string): QueryFor<Task> =>
  oneQuery({
    queryKey: ['task', 'all', 'detail', id],
    queryFn: async ({ signal }) => (await send(getTask, { params: { id } }, { signal })).task,
  });
