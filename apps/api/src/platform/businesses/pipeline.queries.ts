import { businessStages, isClosed } from '@handover/contract/business-stages.ts';
import { stageSetting, standardPipeline, type Pipeline } from '@handover/contract/pipeline.ts';
import { addDays } from '@handover/domain/calendar-dates.ts';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import type { Db } from '#db/client.ts';
import type { Member } from '#platform/session/actor.ts';

/** Stages that nobody has said anything about are left out. */
const storedPipeline = z.partialRecord(z.enum(businessStages), stageSetting);

/** What a workspace says about the stages, from its column; the product's own where it says nothing. */
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

/** Decides what does not move: the days of each stage, up to the workspace's day of today. */
export type StuckRule = { readonly pipeline: Pipeline; readonly today: string };

/** Open businesses that have been in their stage for more days than the workspace gives it. */
export function isStuck(
  { timeZone }: Pick<Member, 'timeZone'>,
  { pipeline, today }: StuckRule,
): RawBuilder<boolean> {
  const open = businessStages.filter((stage) => !isClosed(stage));
  const days = [...new Set(open.map((stage) => pipeline[stage].stuckAfterDays))];
  const limits = days.map((limit) => {
    const stages = open.filter((stage) => pipeline[stage].stuckAfterDays === limit);
    const day = addDays(today, -limit);
    return sql`(businesses.stage = ANY(${stages}::text[])
      AND businesses.stage_entered_at < (${day}::date::timestamp AT TIME ZONE ${timeZone}))`;
  });
  return sql<boolean>`(${sql.join(limits, sql` OR `)})`;
}
