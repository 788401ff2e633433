import * as contract from '@handover/contract/tasks/tasks.ts';
import type { ListTasksQuery } from '@handover/contract/tasks/tasks.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { countRecords, listRecords } from '#platform/records/list/list.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { deleteTask, restoreTask } from './deletion.service.ts';
import { calendarFeedRoutes } from './feed/calendar-feed.routes.ts';
import { loadTask } from './task-effects.ts';
import { presentTask } from './tasks.presenter.ts';
import { listableTasks } from './tasks.queries.ts';
import { createTask, updateTask, loadTotals } from './tasks.service.ts';
import { getBusinessRef } from '#features/businesses/businesses.public.ts';
import { getDealRef } from '#features/deals/deals.public.ts';
import { getCustomerRef } from '#features/customers/customers.public.ts';
import { answerClientTask } from '@handover/contract/tasks/client-tasks.ts';
import { AppError, notFound } from '#lib/errors.ts';

/** Tasks of the workspace and of a customer, bulk changes, and the caller's private calendar link. */
export function taskRoutes(
  routes: Routes,
  platform: Pick<Platform, 'config' | 'keyring' | 'limits' | 'runner'>,
): void {
  listRoutes(routes, platform);
  routes.add(contract.getTaskTotals, async ({ actor, query, work }) => ({
    totals: await loadTotals(work, actor, query),
  }));
  routes.add(contract.getTask, async ({ actor, params, work }) => ({
    task: presentTask(await loadTask(work, actor, params.id)),
  }));
  routes.add(contract.createTask, async ({ actor, params, body, work }) => ({
    task: await createTask(work, actor, { customerId: params.id, input: body }),
  }));
  routes.add(
    contract.createBusinessTask,
    async ({ actor, params, body: { customerId, ...fields }, work }) => ({
      task: await createTask(work, actor, {
        customerId: customerId ?? null,
        input: { ...fields, businessId: params.id },
      }),
    }),
  );
  routes.add(contract.createDealTask, async ({ actor, params, body: { customerId, ...fields }, work }) => ({
    task: await createTask(work, actor, {
      customerId: customerId ?? null,
      input: { ...fields, dealId: params.id },
    }),
  }));
  routes.add(contract.createFreeTask, async ({ actor, body: { customerId, ...input }, work }) => ({
    task: await createTask(work, actor, { customerId: customerId ?? null, input }),
  }));
  routes.add(contract.updateTask, async ({ actor, params, body, work }) => ({
    task: await updateTask(work, actor, { taskId: params.id, input: body }),
  }));
  routes.add(contract.deleteTask, async ({ actor, params, work }) => {
    await deleteTask(work, actor, params.id);
  });
  routes.add(contract.restoreTask, async ({ actor, params, work }) => ({
    task: await restoreTask(work, actor, { taskId: params.id }),
  }));
  calendarFeedRoutes(routes, platform);
}

function listRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  const list = async (work: Work, actor: Member, query: ListTasksQuery) => {
    const { rows, similar, ...page } = await listRecords(listableTasks, {
      keyring,
      work,
      member: actor,
      query,
    });
    return { ...page, tasks: rows.map(presentTask), similar: similar.map(presentTask) };
  };
  routes.add(contract.listTasks, async ({ actor, query, work }) => list(work, actor, query));
  routes.add(contract.countTasks, ({ actor, query, work }) =>
    countRecords(listableTasks, { work, member: actor, query }),
  );
  routes.add(contract.listCustomerTasks, async ({ actor, params, query, work }) => {
    const { id: customerId } = await getCustomerRef(work.db, actor, params.id);
    return list(work, actor, { ...query, customerId });
  });
  routes.add(contract.listBusinessTasks, async ({ actor, params, query, work }) => {
    const { id: businessId } = await getBusinessRef(work.db, actor, params.id);
    return list(work, actor, { ...query, businessId });
  });
  routes.add(contract.listDealTasks, async ({ actor, params, query, work }) => {
    const { id: dealId } = await getDealRef(work.db, actor, params.id);
    return list(work, actor, { ...query, dealId });
  });
}

/** Client access to tasks assigned to them. */
export function clientTaskRoutes(routes: Routes): void {
  routes.add(answerClientTask, async ({ actor, params, body, work }) => {
    // A client's scope contains only their own tasks.
    if (actor.scope !== 'client') throw notFound('task');
    const { requests_files: requestsFiles } = await loadTask(work, actor, params.id);
    if (requestsFiles && body.isDone)
      throw new AppError('RULE_BROKEN', 'Upload a file or reply. Your broker completes this task.');
    const input = { version: body.version, status: body.isDone ? 'done' : 'open' } as const;
    return { task: await updateTask(work, actor, { taskId: params.id, input }) };
  });
}
