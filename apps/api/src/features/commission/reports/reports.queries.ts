import type { DealStage, LostReason } from '@handover/contract/deals/deal-stages.ts';
import { endedDealStages } from '@handover/contract/deals/deal-stages.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { fromDeals, inDealScope } from '#features/deals/deals.public.ts';
import type { Member } from '#platform/session/actor.ts';
import { isAdmin } from '#platform/session/policy.ts';

/** Days of the workspace: the first day of the period, and the first day after it. */
export type Period = { readonly from: string; readonly before: string };

function fromActiveDeals(db: Db, member: Member) {
  return fromDeals(db, member).where('deals.deleted_at', 'is', null).where(inDealScope(member));
}

/** Whether a time is in the period, by the calendar of the workspace. */
function isIn(
  time: RawBuilder<unknown>,
  { timeZone }: Member,
  { from, before }: Period,
): RawBuilder<boolean> {
  return sql<boolean>`(${time} >= (${from}::date::timestamp AT TIME ZONE ${timeZone})
    AND ${time} < (${before}::date::timestamp AT TIME ZONE ${timeZone}))`;
}

const entered = sql.ref('deals.stage_entered_at');
const price = sql`coalesce(deals.agreed_price_cents, businesses.reduced_price_cents, businesses.asking_price_cents, 0)`;
/** The price paid, with earn-outs, as finalized with the commission; null before, and without a commission. */
const paidPrice = sql`(SELECT sum(part.value::bigint) FROM commissions, jsonb_each_text(commissions.consideration) AS part
  WHERE commissions.workspace_id = deals.workspace_id AND commissions.id = deals.id)`;
const isOpen = sql<boolean>`deals.stage <> ALL(${[...endedDealStages]}::text[])`;

/**
 * The outcomes of each business. Only one of its buyers can buy it, so its open deals are worth as much as the highest
 * of them.
 */
function selectOutcomes(member: Member, period: Period) {
  const isEnded = isIn(entered, member, period);
  const isWon = sql`deals.stage = 'closed' AND ${isEnded}`;
  const isLost = sql`deals.stage = 'lost' AND ${isEnded}`;
  const isRelevant = sql<boolean>`(${isOpen} OR ${isEnded})`;
  return {
    isRelevant,
    columns: [
      'deals.currency',
      sql`count(*) FILTER (WHERE ${isOpen})`.as('open_count'),
      sql`max(${price}) FILTER (WHERE ${isOpen})`.as('open_cents'),
      sql`count(*) FILTER (WHERE ${isWon})`.as('won_count'),
      sql`sum(coalesce(${paidPrice}, ${price})) FILTER (WHERE ${isWon})`.as('won_cents'),
      sql`count(*) FILTER (WHERE ${isLost})`.as('lost_count'),
    ] as const,
  };
}

/** The outcomes of all businesses. */
const sumOutcomes = [
  sql<string>`currency`.as('currency'),
  sql<number>`sum(open_count)::int`.as('openCount'),
  sql<number>`coalesce(sum(open_cents), 0)::bigint`.as('openCents'),
  sql<number>`sum(won_count)::int`.as('wonCount'),
  sql<number>`coalesce(sum(won_cents), 0)::bigint`.as('wonCents'),
  sql<number>`sum(lost_count)::int`.as('lostCount'),
] as const;

/** Deals that are open, or ended in the period, by source and currency. */
export function listSourceOutcomes(db: Db, member: Member, period: Period) {
  const { isRelevant, columns } = selectOutcomes(member, period);
  const byBusiness = fromActiveDeals(db, member)
    .select('deals.source')
    .select(columns)
    .where(isRelevant)
    .groupBy(['deals.source', 'deals.currency', 'deals.business_id']);
  return db
    .selectFrom(byBusiness.as('by_business'))
    .select('source')
    .select(sumOutcomes)
    .groupBy(['source', 'currency'])
    .orderBy(sql`sum(open_count + won_count + lost_count) DESC, source NULLS LAST, currency`)
    .execute();
}

/** The same by broker. */
export function listBrokerOutcomes(db: Db, member: Member, period: Period) {
  const { isRelevant, columns } = selectOutcomes(member, period);
  const byBusiness = fromActiveDeals(db, member)
    .leftJoin('users', 'users.id', 'deals.broker_id')
    .select(['deals.broker_id', 'users.display_name'])
    .select(columns)
    .where(isRelevant)
    .groupBy(['deals.broker_id', 'users.display_name', 'deals.currency', 'deals.business_id']);
  return db
    .selectFrom(byBusiness.as('by_business'))
    .select(['broker_id', 'display_name'])
    .select(sumOutcomes)
    .groupBy(['broker_id', 'display_name', 'currency'])
    .orderBy(sql`display_name NULLS LAST, currency`)
    .execute();
}

/** Shares of commissions that closed in the period: all, or a broker's own. */
export function listEarned(db: Db, member: Member, { from, before }: Period) {
  return fromActiveDeals(db, member)
    .innerJoin('commissions', (join) =>
      join
        .onRef('commissions.workspace_id', '=', 'deals.workspace_id')
        .onRef('commissions.id', '=', 'deals.id'),
    )
    .innerJoin('commission_shares', (join) =>
      join
        .onRef('commission_shares.workspace_id', '=', 'deals.workspace_id')
        .onRef('commission_shares.commission_id', '=', 'deals.id'),
    )
    .innerJoin('users', 'users.id', 'commission_shares.user_id')
    .select([
      'users.id as user_id',
      'users.display_name',
      'deals.currency',
      sql<number>`sum(commission_shares.cents)::bigint`.as('cents'),
    ])
    .where(sql<boolean>`commissions.closed_on >= ${from}::date AND commissions.closed_on < ${before}::date`)
    .where(isAdmin(member) ? sql<boolean>`true` : sql<boolean>`users.id = ${member.userId}`)
    .groupBy(['users.id', 'users.display_name', 'deals.currency'])
    .orderBy('users.display_name')
    .orderBy('deals.currency')
    .execute();
}

/** Why deals were lost in the period, the most frequent reason first. */
export async function countLostReasons(
  db: Db,
  member: Member,
  period: Period,
): Promise<{ reason: LostReason; count: number }[]> {
  const rows = await fromActiveDeals(db, member)
    .select(['deals.lost_reason as reason', sql<number>`count(*)::int`.as('count')])
    .where('deals.stage', '=', 'lost')
    .where(isIn(entered, member, period))
    .groupBy('deals.lost_reason')
    .orderBy(sql`count(*) DESC, deals.lost_reason`)
    .execute();
  return rows.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }]));
}

type StageDays = { readonly stage: DealStage; readonly count: number; readonly days: number };

/** Median days in a stage, for stays that ended in the period, from the moves on the timeline. */
export function listStageTimes(db: Db, member: Member, period: Period): Promise<StageDays[]> {
  const stays = fromActiveDeals(db, member)
    .innerJoin('activities', (join) =>
      join
        .onRef('activities.workspace_id', '=', 'deals.workspace_id')
        .onRef('activities.deal_id', '=', 'deals.id')
        .on('activities.type', '=', 'deal.moved'),
    )
    .select([
      sql<DealStage>`activities.detail->>'from'`.as('stage'),
      'activities.occurred_at as left_at',
      sql<Date>`coalesce(lag(activities.occurred_at) OVER (PARTITION BY deals.id
        ORDER BY activities.occurred_at, activities.id), deals.created_at)`.as('entered_at'),
    ]);
  return db
    .selectFrom(stays.as('stays'))
    .select(['stays.stage', sql<number>`count(*)::int`.as('count')])
    .select(selectMedianDays(sql`stays.left_at - stays.entered_at`).as('days'))
    .where(isIn(sql.ref('stays.left_at'), member, period))
    .groupBy('stays.stage')
    .execute();
}

/** Median days of open deals in their stage so far. */
export function listOpenTimes(db: Db, member: Member, now: Date): Promise<StageDays[]> {
  return fromActiveDeals(db, member)
    .select(['deals.stage', sql<number>`count(*)::int`.as('count')])
    .select(selectMedianDays(sql`${now}::timestamptz - deals.stage_entered_at`).as('days'))
    .where(isOpen)
    .groupBy('deals.stage')
    .execute();
}

/** With one decimal. */
function selectMedianDays(interval: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ${interval}))
    / 86400)::numeric, 1)::float8`;
}
