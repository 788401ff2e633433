import { answerClientTask } from '@handover/contract/dashboard.ts';
import { updateTask } from '#features/tasks/tasks.service.ts';
import { notFound } from '#lib/errors.ts';
import type { Routes } from '#platform/http/routes.ts';

/** Client access to tasks assigned to them. */
export function clientTaskRoutes(routes: Routes): void {
  routes.add(answerClientTask, async ({ actor, params, body, work }) => {
    // A client's scope contains only their own tasks.
    if (actor.scope !== 'client') throw notFound('task');
    const input = { version: body.version, status: body.isDone ? 'done' : 'open' } as const;
    return { task: await updateTask(work, actor, { taskId: params.id, input }) };
  });
}
