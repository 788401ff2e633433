import * as contract from '@handover/contract/tasks.ts';
import type { ListTasksQuery } from '@handover/contract/tasks.ts';
import { paginate } from '../../lib/pagination.ts';
import { getCustomerRef } from '../../platform/customers/customer.queries.ts';
import type { Routes } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Member } from '../../platform/session/actor.ts';
import type { Work } from '../../platform/work.ts';
import { countTasks, listTaskRows } from './tasks.queries.ts';
import { createTask, deleteTask, presentTask, restoreTask, updateTask } from './tasks.service.ts';

/** Tasks of the workspace and of a customer. */
export function taskRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  const list = async (
    work: Work,
    actor: Member,
    { query, customerId }: { query: ListTasksQuery; customerId?: string },
  ) => {
    const { sort, limit, cursor, ...asked } = query;
    const filter = customerId === undefined ? asked : { ...asked, customerId };
    const page = await paginate(keyring, {
      limit,
      cursor,
      binding: ['tasks', actor.workspaceId, actor.scope, sort, filter],
      fetch: (slice) => listTaskRows(work.db, actor, { filter, sort, ...slice }),
      count: () => countTasks(work.db, actor, filter),
      positionOf: (row) => [sort === 'dueDate' ? row.due_sort : row.created_at.toISOString(), row.id],
    });
    return { tasks: page.rows.map(presentTask), total: page.total, nextCursor: page.nextCursor };
  };

  routes.add(contract.listTasks, async ({ actor, query, work }) => list(work, actor, { query }));
  routes.add(contract.listCustomerTasks, async ({ actor, params, query, work }) => {
    const { id: customerId } = await getCustomerRef(work.db, actor, params.id);
    return list(work, actor, { query, customerId });
  });
  routes.add(contract.createTask, async ({ actor, params, body, work }) => ({
    task: await createTask(work, actor, { customerId: params.id, input: body }),
  }));
  routes.add(contract.updateTask, async ({ actor, params, body, work }) => ({
    task: await updateTask(work, actor, { taskId: params.id, input: body }),
  }));
  routes.add(contract.deleteTask, async ({ actor, params, work }) => deleteTask(work, actor, params.id));
  routes.add(contract.restoreTask, async ({ actor, params, work }) => ({
    task: await restoreTask(work, actor, params.id),
  }));
}
