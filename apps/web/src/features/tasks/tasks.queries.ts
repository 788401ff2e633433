import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { listCustomerTasks, type Task } from '@handover/contract/tasks.ts';
import { send } from '../../shared/api/client.ts';
import { pagesQuery, type PagesFor } from '../../shared/api/query-factory.ts';

/** The tasks of a customer in one status: the open ones by due date, the done ones newest first. */
export const customerTasksQuery = (
  customerId: string,
  status: Task['status'],
): PagesFor<ResponseOf<typeof listCustomerTasks>> =>
  pagesQuery({
    queryKey: ['task', customerId, 'list', status],
    fetchPage: ({ cursor, signal }) =>
      send(
        listCustomerTasks,
        {
          params: { id: customerId },
          query: { status, sort: status === 'open' ? 'dueDate' : '-createdAt', cursor },
        },
        { signal },
      ),
  });
