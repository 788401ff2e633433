import { businessStages } from '@handover/contract/businesses/business-stages.ts';
import { stageSetting, standardPipeline, type Pipeline } from '@handover/contract/businesses/pipeline.ts';
import * as z from 'zod/mini';
import type { Db } from '#db/client.ts';

/** Stages without settings are left out. */
const storedPipeline = z.partialRecord(z.enum(businessStages), stageSetting);

/** The stage settings of a workspace, with defaults for stages without any. */
export function readPipeline(stored: unknown): Pipeline {
  const known = storedPipeline.safeParse(stored);
  return known.success ? { ...standardPipeline, ...known.data } : standardPipeline;
}

export async function getPipeline(db: Db, workspaceId: string): Promise<Pipeline> {
  const row = await db
    .selectFrom('workspaces')
    .select('pipeline')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return readPipeline(row.pipeline);
}
