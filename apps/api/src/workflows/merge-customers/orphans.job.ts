import * as z from 'zod/mini';
import { retriesForDays, type JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import type { Records } from '#platform/records/record.ts';
import type { Work } from '#platform/work.ts';
import { publishBoth } from './announce.ts';
import { findActiveMerge, lockActiveMerge } from './merges.queries.ts';
import { hasRelated, moveRelated } from './related.queries.ts';

/** Carries `{workspaceId, mergeId}`. */
export const orphansQueue = 'customers.merge-strays';

/**
 * Most writes that found the customer just before the merge end right after it; longer ones, such as an import batch,
 * end within the two minutes that a background statement may take.
 */
export const orphanDelaySeconds = [3, 150] as const;

const jobData = z.object({ workspaceId: z.uuid(), mergeId: z.uuid() });

/** The job that moves what a merged customer received during the merge to the survivor. */
export function mergeJobs({ runner, records }: Pick<Platform, 'runner' | 'records'>): JobDefinition[] {
  return [
    {
      queue: orphansQueue,
      ...retriesForDays,
      isRestored: true,
      handler: async (data) => {
        const key = jobData.parse(data);
        await runner.transact((work) => collectOrphans(work, records, key));
      },
    },
  ];
}

/**
 * Does nothing if the merge was undone. If the survivor itself was merged, moves everything to that merge's survivor.
 */
async function collectOrphans(
  work: Work,
  records: Records,
  { workspaceId, mergeId }: { workspaceId: string; mergeId: string },
): Promise<void> {
  const merge = await lockActiveMerge(work.db, { workspaceId, mergeId });
  if (merge === undefined) return;
  const { survivor_id: survivorId, merged_id: mergedId } = merge;
  if (!(await hasRelated(work.db, records, { workspaceId, customerId: mergedId }))) return;
  const key = { workspaceId, mergeId, survivorId, mergedId };
  await moveRelated(work.db, records, key);
  await publishBoth(work, records, key);
  const next = await findActiveMerge(work.db, workspaceId, survivorId);
  if (next !== undefined) await collectOrphans(work, records, { workspaceId, mergeId: next.id });
}
