import type { BusinessFilter } from '@handover/contract/businesses/business-list.ts';
import type { BusinessStage } from '@handover/contract/businesses/business-stages.ts';
import { sql, type RawBuilder } from 'kysely';
import { matchesFilter, resolveFilter } from '#platform/records/list/filter.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { filterableBusinesses } from './business-filter.queries.ts';
import { fromBusinesses } from './businesses.public.ts';

type ReadContext = Pick<Work, 'db' | 'now'>;
const count = sql<number>`count(*)::int`.as('count');

async function createFilterCondition(
  work: ReadContext,
  member: Member,
  filter: BusinessFilter,
): Promise<RawBuilder<boolean>> {
  const resolved = await resolveFilter(filterableBusinesses, work, { member, filter });
  return matchesFilter(filterableBusinesses, member, resolved);
}

/** How many businesses match by stage and currency, with the sum of their current prices, including reduced prices. */
export async function countByStage(
  work: ReadContext,
  member: Member,
  filter: BusinessFilter,
): Promise<{ stage: BusinessStage; currency: string; count: number; cents: number }[]> {
  return fromBusinesses(work.db, member)
    .select(['businesses.stage', 'businesses.currency', count])
    .select(
      sql<number>`coalesce(sum(coalesce(businesses.reduced_price_cents, businesses.asking_price_cents)), 0)::bigint`.as(
        'cents',
      ),
    )
    .where(await createFilterCondition(work, member, filter))
    .groupBy(['businesses.stage', 'businesses.currency'])
    .orderBy('businesses.currency')
    .execute();
}

/** How many businesses match by state or region, most frequent first. At most 500 regions. */
export async function countByRegion(
  work: ReadContext,
  member: Member,
  filter: BusinessFilter,
): Promise<{ region: string | null; count: number }[]> {
  return fromBusinesses(work.db, member)
    .select(['businesses.region', count])
    .where(await createFilterCondition(work, member, filter))
    .groupBy('businesses.region')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('businesses.region')
    .limit(500)
    .execute();
}
