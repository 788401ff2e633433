import { recordType } from '@handover/contract/records/records.ts';
import * as z from 'zod/mini';
import { slicedJob, type JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { dropValues } from './custom-values.queries.ts';

/** Carries `{recordType, workspaceId, fieldId, choiceIds, after}`: null choices for all values; the id to continue after. */
export const dropQueue = 'records.drop-values';

const jobData = z.object({
  recordType,
  workspaceId: z.uuid(),
  fieldId: z.uuid(),
  choiceIds: z.nullable(z.array(z.uuid())),
  after: z._default(z.nullable(z.uuid()), null),
});

/**
 * The job that removes the values of a deleted field or choice, a batch of records per transaction: each update writes
 * all indexes of the row, so 100,000 records take half a minute. No write can add such a value again, so one pass is
 * enough.
 */
export function customFieldJobs({ runner, records }: Pick<Platform, 'runner' | 'records'>): JobDefinition[] {
  return [
    {
      queue: dropQueue,
      ...slicedJob,
      isRestored: true,
      handler: async (data, { isTimeUp }) => {
        const { after: start, recordType, ...values } = jobData.parse(data);
        const { table } = records.get(recordType);
        let after = start;
        do {
          after = await runner.transact((work) => dropValues(work.db, { ...values, table, after }));
        } while (after !== null && !isTimeUp());
        const { workspaceId } = values;
        await runner.transact(async (work) => {
          if (after !== null) await work.enqueue(dropQueue, { ...values, recordType, after });
          work.publish({ workspaceId, noun: recordType, id: workspaceId });
        });
      },
    },
  ];
}
