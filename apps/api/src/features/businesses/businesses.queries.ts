import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { BusinessesTable } from '#db/schema/businesses.ts';
import type { Position } from '#lib/pagination.ts';
import { fromBusinesses } from '#platform/businesses/business.queries.ts';
import { inBusinessScope } from '#platform/businesses/scope.ts';
import type { Member } from '#platform/session/actor.ts';
import { matchesFilter, sortBy, type BusinessSort, type ResolvedFilter } from './business-filter.queries.ts';

const listColumns = [
  'businesses.id',
  'businesses.name',
  'businesses.name_sort',
  'businesses.public_title',
  'businesses.type',
  'businesses.stage',
  'businesses.stage_rank',
  'businesses.stage_entered_at',
  'businesses.listing_number',
  'businesses.asking_price_cents',
  'businesses.reduced_price_cents',
  'businesses.currency',
  'businesses.market_label',
  'businesses.revenue_cents',
  'businesses.sde_cents',
  'businesses.ebitda_cents',
  'businesses.city',
  'businesses.region',
  'businesses.cover_color',
  'businesses.owner_id',
  'businesses.broker_id',
  'businesses.created_at',
  'businesses.updated_at',
  'businesses.deleted_at',
  'businesses.version',
  'customers.id as visible_owner_id',
  'customers.name as owner_name',
  'users.display_name as broker_name',
] as const;

const detailColumns = [
  'businesses.stage_reason',
  'businesses.description',
  'businesses.lease_end',
  'businesses.npi',
  'businesses.ccn',
  'businesses.clia',
  'businesses.dea',
  'businesses.ein',
] as const;

function withBroker(db: Db, member: Member) {
  return fromBusinesses(db, member).leftJoin('users', 'users.id', 'businesses.broker_id');
}

type Slice = { filter: ResolvedFilter; sort: BusinessSort; after: Position | null; limit: number };

/** Up to `limit` businesses of a filter after a position, in the order of the sort. */
export function listBusinessRows(db: Db, member: Member, { filter, sort, after, limit }: Slice) {
  const { order, after: isAfter } = sortBy(sort);
  let query = withBroker(db, member).select(listColumns).where(matchesFilter(member, filter));
  if (after !== null) query = query.where(isAfter(after));
  return query.orderBy(order).limit(limit).execute();
}

export type BusinessRow = Awaited<ReturnType<typeof listBusinessRows>>[number];

/** How many businesses a filter stands for. */
export async function countBusinesses(db: Db, member: Member, filter: ResolvedFilter): Promise<number> {
  const { count } = await fromBusinesses(db, member)
    .select(sql<number>`count(*)::int`.as('count'))
    .where(matchesFilter(member, filter))
    .executeTakeFirstOrThrow();
  return count;
}

/** One business in the member's scope, the bin included; null otherwise. */
export async function findBusinessRow(db: Db, member: Member, businessId: string) {
  const row = await withBroker(db, member)
    .select([...listColumns, ...detailColumns])
    .where('businesses.id', '=', businessId)
    .where(inBusinessScope(member))
    .executeTakeFirst();
  return row ?? null;
}

export type BusinessDetailRow = NonNullable<Awaited<ReturnType<typeof findBusinessRow>>>;

export async function insertBusiness(db: Db, row: Insertable<BusinessesTable>): Promise<void> {
  await db.insertInto('businesses').values(row).execute();
}

type Key = { workspaceId: string; businessId: string };

/** Changes a business and its version; false when the version was not the current one, or the record is in the bin. */
export async function updateBusinessRow(
  db: Db,
  {
    workspaceId,
    businessId,
    version,
    change,
    now,
  }: Key & { version: number; change: Updateable<BusinessesTable>; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('businesses')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: now }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', businessId)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Moves a business into the bin or out of it; false when it was there already. */
export async function setDeletedAt(
  db: Db,
  { workspaceId, businessId, deletedAt, now }: Key & { deletedAt: Date | null; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('businesses')
    .set((eb) => ({ deleted_at: deletedAt, version: eb('version', '+', 1), updated_at: now }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', businessId)
    .where('deleted_at', deletedAt === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether another business that is not in the bin has this listing number. */
export async function isListingTaken(
  db: Db,
  { workspaceId, listingKey, exceptId }: { workspaceId: string; listingKey: string; exceptId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('businesses')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('listing_key', '=', listingKey)
    .where('id', '<>', exceptId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The currency that a workspace works in. */
export async function getWorkspaceCurrency(db: Db, workspaceId: string): Promise<string> {
  const { currency } = await db
    .selectFrom('workspaces')
    .select('currency')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return currency;
}
