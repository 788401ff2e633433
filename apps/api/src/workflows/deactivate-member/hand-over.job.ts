import * as z from 'zod/mini';
import { handOverQuestions } from '#features/documents/questions/questions.service.ts';
import { slicedJob, type JobDefinition } from '#platform/jobs.ts';
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

/** Hands over the records of a member who left in small transactions, because there can be any number. */
export function handOverJob({ runner, records }: Pick<Platform, 'runner' | 'records'>): JobDefinition {
  return {
    queue: handOverQueue,
    ...slicedJob,
    isRestored: true,
    handler: async (data, { isTimeUp }) => {
      const handOver = jobData.parse(data);
      for (const record of records.all) {
        let count = batchSize;
        while (count === batchSize) {
          if (isTimeUp()) {
            await runner.transact((work) => work.enqueue(handOverQueue, handOver));
            return;
          }
          count = await runner.transact((work) => handOverBatch(work, record, handOver));
        }
      }
      // After the businesses, which open their rooms to the successor.
      await runner.transact((work) => handOverRooms(work, handOver));
    },
  };
}

/** Returns how many records were handed over. */
async function handOverBatch(work: Work, record: RecordOfMember, handOver: HandOver): Promise<number> {
  const { workspaceId, actorId, userId, handoverIds } = handOver;
  const handoverId = handoverIds[record.type];
  const current = await checkMembers(work, handOver);
  if (handoverId === undefined || current === null) return 0;
  const { to } = current;
  return handOverRecords(work, record, { workspaceId, actorId, userId, to, handoverId, limit: batchSize });
}

async function handOverRooms(work: Work, handOver: HandOver): Promise<void> {
  const { workspaceId, actorId, userId } = handOver;
  const current = await checkMembers(work, handOver);
  if (current !== null)
    await handOverQuestions(work, { workspaceId, userId: actorId }, { userId, to: current.to });
}

/** Null if the member has been reactivated; without a successor who has left too. */
async function checkMembers(
  { db }: Work,
  { workspaceId, userId, to }: HandOver,
): Promise<{ to: string | null } | null> {
  if (await isStaffMember(db, { workspaceId, userId })) return null;
  return { to: to !== null && (await isStaffMember(db, { workspaceId, userId: to })) ? to : null };
}
