import * as z from 'zod/mini';
import type { JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import type { WorkRunner } from '#platform/work.ts';
import { findPlanOfFormerName, resolveName } from './former-names.queries.ts';
import { listWorkspaceIds, renameOnCustomers } from './plan-use.queries.ts';

/** Carries `{workspaceId, name, after}`: which former name goes, and behind which customer to go on. */
export const renameQueue = 'billing.rename-plan';

const jobData = z.object({
  workspaceId: z.uuid(),
  name: z.string(),
  after: z._default(z.nullable(z.uuid()), null),
});

/** A job hands over to a new one after this long, so that the queue notices a dead worker soon. */
const sliceMs = 20_000;
const expireSeconds = 120;

/**
 * The job that gives the customers of one workspace the new name of their plan, some to a transaction: each row is
 * written in all its indexes. What is written meanwhile has the new name already, so that one pass finds all.
 */
export function clientPlanJobs({ runner }: Pick<Platform, 'runner'>): JobDefinition[] {
  return [
    {
      queue: renameQueue,
      isRestored: true,
      expireSeconds,
      handler: async (data, { signal }) => {
        const { after: start, ...span } = jobData.parse(data);
        const { workspaceId, name } = span;
        const deadline = performance.now() + sliceMs;
        let after = start;
        do {
          after = await renameSome(runner, { ...span, after });
        } while (after !== null && !signal.aborted && performance.now() < deadline);
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

/** Holds the plan while customers get its name, so that another change of it waits and then finds them. */
function renameSome(
  runner: WorkRunner,
  { workspaceId, name, after }: { workspaceId: string; name: string; after: string | null },
): Promise<string | null> {
  return runner.transact(async ({ db }) => {
    const to = await findPlanOfFormerName(db, name);
    if (to === undefined || to === name) return null;
    return renameOnCustomers(db, { workspaceId, from: name, to, after });
  });
}
