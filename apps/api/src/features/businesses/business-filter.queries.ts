import type { BusinessFilter, businessSorts } from '@handover/contract/businesses.ts';
import { closedStages } from '@handover/contract/business-stages.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Position } from '#lib/pagination.ts';
import { fold, likeLiteral } from '#lib/text.ts';
import { isStuck, type StuckRule } from '#platform/businesses/pipeline.queries.ts';
import { inBusinessScope } from '#platform/businesses/scope.ts';
import { matchesText } from '#platform/search.ts';
import type { Member } from '#platform/session/actor.ts';

export type BusinessSort = (typeof businessSorts)[number];

type Condition = RawBuilder<unknown>;

/** Three letters begin a piece that search looks for; shorter queries are answered by how names begin. */
const minSubstringLength = 3;

/** A filter with the rule that `isStuck` goes by. */
export type ResolvedFilter = BusinessFilter & { readonly stuckRule?: StuckRule };

/** The businesses that a filter stands for, within the member's scope: for lists and totals alike. */
export function matchesFilter(member: Member, filter: ResolvedFilter): RawBuilder<boolean> {
  const conditions: Condition[] = [
    inBusinessScope(member),
    filter.deleted === true ? sql`businesses.deleted_at IS NOT NULL` : sql`businesses.deleted_at IS NULL`,
    ...columnConditions(filter),
    ...dayConditions(member, filter),
    ...stuckConditions(member, filter),
    ...(filter.q === undefined || filter.q === '' ? [] : [matchesQuery(member, filter.q)]),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

function columnConditions(filter: BusinessFilter): Condition[] {
  const { stage, isOpen, type, brokerId, marketLabel, ownerId } = filter;
  const conditions: Condition[] = [];
  if (stage !== undefined) conditions.push(sql`businesses.stage = ${stage}`);
  if (isOpen !== undefined) conditions.push(isOpen ? sql`NOT ${isClosed}` : isClosed);
  if (type !== undefined) conditions.push(sql`businesses.type = ${type}`);
  if (brokerId === 'none') conditions.push(sql`businesses.broker_id IS NULL`);
  else if (brokerId !== undefined) conditions.push(sql`businesses.broker_id = ${brokerId}`);
  if (marketLabel === 'none') conditions.push(sql`businesses.market_label IS NULL`);
  else if (marketLabel !== undefined) conditions.push(sql`businesses.market_label = ${marketLabel}`);
  // The joined customer is only there where the member may read it.
  if (ownerId !== undefined)
    conditions.push(sql`businesses.owner_id = ${ownerId} AND customers.id IS NOT NULL`);
  return conditions;
}

function dayConditions({ timeZone }: Member, { stageBefore, leaseBefore }: BusinessFilter): Condition[] {
  const conditions: Condition[] = [];
  if (stageBefore !== undefined)
    conditions.push(
      sql`businesses.stage_entered_at < (${stageBefore}::date::timestamp AT TIME ZONE ${timeZone})`,
    );
  if (leaseBefore !== undefined) conditions.push(sql`businesses.lease_end < ${leaseBefore}::date`);
  return conditions;
}

function stuckConditions(member: Member, { isStuck: isWanted, stuckRule }: ResolvedFilter): Condition[] {
  if (isWanted === undefined || stuckRule === undefined) return [];
  const condition = isStuck(member, stuckRule);
  return [isWanted ? condition : sql`NOT ${condition}`];
}

const isClosed = sql`(businesses.stage = ANY(${[...closedStages]}::text[]))`;

function matchesQuery(member: Member, query: string): Condition {
  const folded = fold(query);
  if (folded.length < minSubstringLength) {
    const start = `${likeLiteral(folded)}%`;
    return sql`(businesses.name_sort LIKE ${start} OR businesses.listing_key LIKE ${start})`;
  }
  return sql`businesses.id IN (SELECT record_id FROM search_entries WHERE workspace_id = ${member.workspaceId} AND kind = 'business' AND ${matchesText(query)})`;
}

/** Above every amount that the contract lets in, so that blanks come last in either order. */
const beyond = 1_000_000_000_000_000;

const sortKeys = {
  name: { column: 'businesses.name_sort', hasBlanks: false },
  stage: { column: 'businesses.stage_rank', hasBlanks: false },
  createdAt: { column: 'businesses.created_at', hasBlanks: false },
  askingPrice: { column: 'businesses.asking_price_cents', hasBlanks: true },
  sde: { column: 'businesses.sde_cents', hasBlanks: true },
} as const;

type SortKey = keyof typeof sortKeys;

export type SortableRow = {
  id: string;
  name_sort: string;
  stage_rank: number;
  created_at: Date;
  asking_price_cents: number | null;
  sde_cents: number | null;
};

/** The ORDER BY and the keyset condition of a sort; the id breaks ties in the same direction. */
export function sortBy(sort: BusinessSort): {
  order: RawBuilder<unknown>;
  after(position: Position): RawBuilder<boolean>;
} {
  const { key, isDescending } = sortParts(sort);
  const { column, hasBlanks } = sortKeys[key];
  // Written out, not bound: the indexes are on these very expressions.
  const value = hasBlanks
    ? sql`coalesce(${sql.ref(column)}, ${sql.raw(String(isDescending ? -beyond : beyond))})`
    : sql.ref(column);
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  const comparison = isDescending ? sql`<` : sql`>`;
  return {
    order: sql`${value} ${direction}, businesses.id ${direction}`,
    after: ([last, lastId]) => sql<boolean>`(${value}, businesses.id) ${comparison} (${last}, ${lastId})`,
  };
}

/** The place of a row in a sort. */
export function positionIn(sort: BusinessSort, row: SortableRow): Position {
  const { key, isDescending } = sortParts(sort);
  const blank = isDescending ? -beyond : beyond;
  const values: Record<SortKey, string | number> = {
    name: row.name_sort,
    stage: row.stage_rank,
    createdAt: row.created_at.toISOString(),
    askingPrice: row.asking_price_cents ?? blank,
    sde: row.sde_cents ?? blank,
  };
  return [values[key], row.id];
}

function sortParts(sort: BusinessSort): { key: SortKey; isDescending: boolean } {
  const isDescending = sort.startsWith('-');
  const name = isDescending ? sort.slice(1) : sort;
  return { key: isSortKey(name) ? name : 'createdAt', isDescending };
}

function isSortKey(name: string): name is SortKey {
  return Object.hasOwn(sortKeys, name);
}
