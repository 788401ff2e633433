import * as z from 'zod/mini';
import { slicedJob, type JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { deleteFormerSource, moveSomeCustomers } from './former-sources.queries.ts';

/** Data `{workspaceId, name, after}`: the former name, and the customer ID to continue after. */
export const moveSourceQueue = 'customers.move-source';

const jobData = z.object({
  workspaceId: z.uuid(),
  name: z.string(),
  after: z._default(z.nullable(z.uuid()), null),
});

/** Moves the customers with a former source in small transactions, because each row updates all its indexes. */
export function sourceJobs({ runner }: Pick<Platform, 'runner'>): JobDefinition[] {
  return [
    {
      queue: moveSourceQueue,
      ...slicedJob,
      isRestored: true,
      handler: async (data, { isTimeUp }) => {
        const { after: start, ...source } = jobData.parse(data);
        const { workspaceId } = source;
        let after = start;
        do {
          after = await runner.transact(({ db }) => moveSomeCustomers(db, { ...source, after }));
        } while (after !== null && !isTimeUp());
        await runner.transact(async (work) => {
          if (after !== null) await work.enqueue(moveSourceQueue, { ...source, after });
          else if (!(await deleteFormerSource(work.db, source))) await work.enqueue(moveSourceQueue, source);
          work.publish({ workspaceId, noun: 'customer', id: workspaceId });
        });
      },
    },
  ];
}
