import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Member } from '#platform/session/actor.ts';
import { isOwnBusiness } from '../businesses.public.ts';

type Key = { readonly workspaceId: string; readonly valuationId: string };

/** Lets the owners read a valuation. Returns false if they already could. */
export async function insertRelease(
  db: Db,
  { workspaceId, valuationId, userId, now }: Key & { userId: string; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('valuation_releases')
    .values({ workspace_id: workspaceId, valuation_id: valuationId, released_by: userId, released_at: now })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'valuation_id']).doNothing())
    .returning('valuation_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteRelease(db: Db, { workspaceId, valuationId }: Key): Promise<void> {
  await db
    .deleteFrom('valuation_releases')
    .where('workspace_id', '=', workspaceId)
    .where('valuation_id', '=', valuationId)
    .execute();
}

/** Whether a valuation is released to the client as an owner of its business. */
export async function isReleasedTo(db: Db, member: Member, valuationId: string): Promise<boolean> {
  const row = await selectReleased(db, member).where('valuations.id', '=', valuationId).executeTakeFirst();
  return row !== undefined;
}

/** Valuations that are released to the client as an owner, newest first. */
export function listReleasedTo(db: Db, member: Member) {
  return selectReleased(db, member)
    .orderBy('valuation_releases.released_at', 'desc')
    .orderBy('valuations.id', 'desc')
    .limit(100)
    .execute();
}

function selectReleased(db: Db, member: Member) {
  return db
    .selectFrom('valuation_releases')
    .innerJoin('valuations', (join) =>
      join
        .onRef('valuations.workspace_id', '=', 'valuation_releases.workspace_id')
        .onRef('valuations.id', '=', 'valuation_releases.valuation_id'),
    )
    .innerJoin('businesses', (join) =>
      join
        .onRef('businesses.workspace_id', '=', 'valuations.workspace_id')
        .onRef('businesses.id', '=', 'valuations.business_id'),
    )
    .select([
      'valuations.id',
      'valuations.snapshot',
      'valuations.created_at',
      'valuation_releases.released_at',
      'businesses.id as business_id',
      'businesses.name as business_name',
    ])
    .where('valuation_releases.workspace_id', '=', member.workspaceId)
    .where(isOwnBusiness(member, sql.ref('valuations.business_id')));
}
