import * as z from 'zod/mini';
import { slicedJob, type JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import type { WorkRunner } from '#platform/work.ts';
import {
  findPlanByFormerName,
  resolveName,
  listWorkspaceIds,
  renameOnCustomers,
} from './client-plans.queries.ts';

/** Data `{workspaceId, name, after}`: the former name, and the customer ID to continue after. */
export const renameQueue = 'billing.rename-plan';

const jobData = z.object({
  workspaceId: z.uuid(),
  name: z.string(),
  after: z._default(z.nullable(z.uuid()), null),
});

/**
 * Renames the plan on the customers of one workspace in small transactions, because each row updates all
 * its indexes. New assignments already use the new name, so one pass is enough.
 */
export function clientPlanJobs({ runner }: Pick<Platform, 'runner'>): JobDefinition[] {
  return [
    {
      queue: renameQueue,
      ...slicedJob,
      isRestored: true,
      handler: async (data, { isTimeUp }) => {
        const { after: start, ...span } = jobData.parse(data);
        const { workspaceId, name } = span;
        let after = start;
        do {
          after = await renameSome(runner, { ...span, after });
        } while (after !== null && !isTimeUp());
        await runner.transact(async (work) => {
          if (after !== null) await work.enqueue(renameQueue, { ...span, after });
          else {
            const workspaceIds = await listWorkspaceIds(work.db);
            await resolveName(work.db, { name, workspaceIds, now: work.now });
          }
          work.publish({ workspaceId, noun: 'customer', id: workspaceId, isForClient: true });
        });
      },
    },
  ];
}

/** Locks the plan, so that a concurrent rename waits. */
function renameSome(
  runner: WorkRunner,
  { workspaceId, name, after }: { workspaceId: string; name: string; after: string | null },
): Promise<string | null> {
  return runner.transact(async ({ db }) => {
    const to = await findPlanByFormerName(db, name);
    if (to === undefined || to === name) return null;
    return renameOnCustomers(db, { workspaceId, from: name, to, after });
  });
}
