import * as z from 'zod/mini';
import { retriesForDays, type JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { handOverRecords, type RecordOfMember } from '#platform/records/handover/handover.queries.ts';
import { isStaffMember } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';

/** Data: the member who left, their successor, and the id of the handover of each record type. */
export const handOverQueue = 'members.hand-over';

const jobData = z.object({
  workspaceId: z.uuid(),
  actorId: z.uuid(),
  userId: z.uuid(),
  to: z.nullable(z.uuid()),
  handoverIds: z.record(z.string(), z.uuid()),
});
export type HandOver = z.infer<typeof jobData>;

const batchSize = 500;
/** After this long, a job queues its continuation, so that other jobs get a turn. */
const sliceMs = 20_000;
const expireSeconds = 120;

/** Hands over the records of a member who left in small transactions, because there can be any number. */
export function handOverJob({ runner, records }: Pick<Platform, 'runner' | 'records'>): JobDefinition {
  return {
    queue: handOverQueue,
    ...retriesForDays,
    isRestored: true,
    expireSeconds,
    handler: async (data, { signal }) => {
      const handOver = jobData.parse(data);
      const deadline = performance.now() + sliceMs;
      for (const record of records.all) {
        let count = batchSize;
        while (count === batchSize) {
          if (signal.aborted || performance.now() >= deadline) {
            await runner.transact((work) => work.enqueue(handOverQueue, handOver));
            return;
          }
          count = await runner.transact((work) => handOverBatch(work, record, handOver));
        }
      }
    },
  };
}

/**
 * Returns how many records were handed over: none if the member has been reactivated. Records become unassigned if the
 * successor has left too.
 */
async function handOverBatch(
  work: Work,
  record: RecordOfMember,
  { workspaceId, actorId, userId, to, handoverIds }: HandOver,
): Promise<number> {
  const handoverId = handoverIds[record.type];
  if (handoverId === undefined || (await isStaffMember(work.db, { workspaceId, userId }))) return 0;
  const isSuccessorHere = to !== null && (await isStaffMember(work.db, { workspaceId, userId: to }));
  return handOverRecords(work, record, {
    workspaceId,
    actorId,
    userId,
    to: isSuccessorHere ? to : null,
    handoverId,
    limit: batchSize,
  });
}
