import * as z from 'zod/mini';
import type { JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { dropValues } from './custom-values.queries.ts';

/** Carries `{workspaceId, fieldId, choiceIds, after}`: which choices, or null for all values; behind which customer to go on. */
export const dropQueue = 'customers.drop-values';

const jobData = z.object({
  workspaceId: z.uuid(),
  fieldId: z.uuid(),
  choiceIds: z.nullable(z.array(z.uuid())),
  after: z._default(z.nullable(z.uuid()), null),
});

/** A job hands over to a new one after this long, so that the queue notices a dead worker soon. */
const sliceMs = 20_000;
const expireSeconds = 120;

/**
 * The job that takes the values of a deleted field or choice from customers, some to a transaction: each row
 * is written in all its indexes, so that a hundred thousand take half a minute. Nothing gives such a value anew,
 * so that one pass finds all, and a second finds nothing.
 */
export function customFieldJobs({ runner }: Pick<Platform, 'runner'>): JobDefinition[] {
  return [
    {
      queue: dropQueue,
      isRestored: true,
      expireSeconds,
      handler: async (data, { signal }) => {
        const { after: start, ...values } = jobData.parse(data);
        const deadline = performance.now() + sliceMs;
        let after = start;
        do {
          after = await runner.transact((work) => dropValues(work.db, { ...values, after }));
        } while (after !== null && !signal.aborted && performance.now() < deadline);
        const { workspaceId } = values;
        await runner.transact(async (work) => {
          if (after !== null) await work.enqueue(dropQueue, { ...values, after });
          work.publish({ workspaceId, noun: 'customer', id: workspaceId });
        });
      },
    },
  ];
}
