import { answerClientTask } from '@handover/contract/dashboard.ts';
import { updateTask } from '#features/tasks/tasks.service.ts';
import { notFound } from '#lib/errors.ts';
import type { Routes } from '#platform/http/routes.ts';

/** What a client does with the tasks asked of them. Staff have the tasks themselves. */
export function clientTaskRoutes(routes: Routes): void {
  routes.add(answerClientTask, async ({ actor, params, body, work }) => {
    // A client's scope holds exactly the tasks asked of them; any other one holds more.
    if (actor.scope !== 'client') throw notFound('task');
    const input = { version: body.version, status: body.isDone ? 'done' : 'open' } as const;
    return { task: await updateTask(work, actor, { taskId: params.id, input }) };
  });
}
