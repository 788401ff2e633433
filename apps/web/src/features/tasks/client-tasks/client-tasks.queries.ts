import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { openTaskStatuses } from '@handover/contract/task-rules.ts';
import { listCustomerTasks } from '@handover/contract/tasks.ts';
import { send } from '#shared/api/client.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';

/** What is asked of the client and not done, first what is due first. */
export const clientTasksQuery = (customerId: string): PagesFor<ResponseOf<typeof listCustomerTasks>> =>
  pagesQuery({
    queryKey: ['task', customerId, 'asked'],
    fetchPage: ({ cursor, signal }) =>
      send(
        listCustomerTasks,
        { params: { id: customerId }, query: { status: [...openTaskStatuses], cursor } },
        { signal },
      ),
  });
