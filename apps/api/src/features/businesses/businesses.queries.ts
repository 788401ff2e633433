import type { BusinessSortKey } from '@handover/contract/businesses/business-list.ts';
import { openDealStages } from '@handover/contract/deals/deal-stages.ts';
import type { CustomChanges } from '@handover/contract/records/custom-fields.ts';
import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { BusinessesTable } from '#db/schema/businesses.ts';
import { executePrepared } from '#db/statements/prepared-statement.ts';
import { updateVersion } from '#db/statements/update-version.ts';
import { hasEmailKey, inCustomerScope } from '#features/customers/customers.public.ts';
import { inBusinessScope, fromBusinesses } from './businesses.public.ts';
import {
  selectMergedCustom,
  selectValidCustom,
} from '#platform/records/custom-fields/custom-columns.queries.ts';
import type { Listable, ListSlice } from '#platform/records/list/list-spec.ts';
import type { SortKey } from '#platform/records/list/sort.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { selectCoOwners } from './owners/co-owners.queries.ts';
import { filterableBusinesses } from './business-filter.queries.ts';

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
  'businesses.phone',
  'businesses.cover_color',
  'businesses.owner_id',
  'businesses.broker_id',
  'businesses.custom',
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
  'businesses.end_reason',
  'businesses.street',
  'businesses.postal_code',
  'businesses.email',
  'businesses.website',
  'businesses.description',
  'businesses.lease_end',
  'businesses.npi',
  'businesses.ccn',
  'businesses.clia',
  'businesses.dea',
  'businesses.ein',
  'businesses.type_facts',
  'businesses.payer_mix',
  'businesses.asks_type',
] as const;

function withBroker(db: Db, member: Member) {
  return fromBusinesses(db, member).leftJoin('users', 'users.id', 'businesses.broker_id');
}

/** Above the contract's maximum, so that businesses without an amount sort last in either order. */
const beyond = 1_000_000_000_000_000;
const noAmount = { ascending: beyond, descending: -beyond };

type SortedColumns = Pick<
  Selectable<BusinessesTable>,
  | 'name_sort'
  | 'stage_rank'
  | 'stage_entered_at'
  | 'created_at'
  | 'asking_price_cents'
  | 'reduced_price_cents'
  | 'sde_cents'
>;

const sorts: Record<BusinessSortKey, SortKey<SortedColumns>> = {
  name: { column: sql.ref('businesses.name_sort'), read: (row) => row.name_sort },
  stage: { column: sql.ref('businesses.stage_rank'), read: (row) => row.stage_rank },
  stageEnteredAt: {
    column: sql.ref('businesses.stage_entered_at'),
    read: (row) => row.stage_entered_at.toISOString(),
  },
  createdAt: { column: sql.ref('businesses.created_at'), read: (row) => row.created_at.toISOString() },
  askingPrice: {
    column: sql`coalesce(businesses.reduced_price_cents, businesses.asking_price_cents)`,
    read: (row) => row.reduced_price_cents ?? row.asking_price_cents,
    blank: noAmount,
  },
  sde: { column: sql.ref('businesses.sde_cents'), read: (row) => row.sde_cents, blank: noAmount },
};

function fetchBusinesses(db: Db, member: Member, { where, sorting, limit }: ListSlice) {
  return withBroker(db, member)
    .select([...listColumns, sorting.values.as('sort_values')])
    .where(where)
    .orderBy(sorting.order)
    .limit(limit)
    .execute();
}

type ListedRow = Awaited<ReturnType<typeof fetchBusinesses>>[number];
export type BusinessRow = Omit<ListedRow, 'sort_values'>;

async function countBusinesses(db: Db, member: Member, { where }: Pick<ListSlice, 'where'>): Promise<number> {
  const { count } = await fromBusinesses(db, member)
    .select(sql<number>`count(*)::int`.as('count'))
    .where(where)
    .executeTakeFirstOrThrow();
  return count;
}

export const listableBusinesses: Listable<ListedRow> = {
  ...filterableBusinesses,
  from: (member) => sql`businesses LEFT JOIN customers ON customers.workspace_id = businesses.workspace_id
    AND customers.id = businesses.owner_id AND customers.deleted_at IS NULL AND ${inCustomerScope(member)}`,
  search: {
    title: sql.ref('businesses.name'),
    detail: sql.ref('customers.name'),
    isWhole: ({ scope }) => scope === 'all',
  },
  list: {
    sorts,
    defaultSort: '-createdAt',
    forClients: {
      // `ownerId` matches only customers that the client may read.
      filters: ['q', 'stage', 'isOpen', 'type', 'brokerId', 'marketLabel', 'ownerId'],
      sorts: ['name', 'stage', 'askingPrice', 'createdAt'],
    },
    fetch: fetchBusinesses,
    count: countBusinesses,
  },
};

/** Businesses with all details, for pages and exports. */
export function selectBusinessDetails(db: Db, member: Member) {
  return withBroker(db, member)
    .select([...listColumns, ...detailColumns])
    .select(selectCoOwners(member).as('co_owners'));
}

/** A business in the member's scope, deleted or not, or null. */
export async function findBusinessRow(db: Db, member: Member, businessId: string) {
  const [row = null] = await executePrepared(
    db,
    selectBusinessDetails(db, member)
      .select(selectValidCustom('businesses').as('custom'))
      .where('businesses.id', '=', businessId)
      .where(inBusinessScope(member)),
  );
  return row;
}

export type BusinessDetailRow = NonNullable<Awaited<ReturnType<typeof findBusinessRow>>>;

export async function insertBusiness(db: Db, row: Insertable<BusinessesTable>): Promise<void> {
  await db.insertInto('businesses').values(row).execute();
}

type Key = { workspaceId: string; businessId: string };

/** Updates a business and its version; false if the version is stale. */
export function updateBusinessRow(
  db: Db,
  {
    workspaceId,
    businessId,
    version,
    change,
    custom = {},
    now,
  }: Key & {
    version: number;
    change: Updateable<BusinessesTable>;
    custom?: CustomChanges;
    now: Date;
  },
): Promise<boolean> {
  const merged = Object.keys(custom).length > 0 && {
    custom: selectMergedCustom('businesses', workspaceId, custom),
  };
  return updateVersion(db, 'businesses', {
    workspaceId,
    id: businessId,
    version,
    change: { ...change, ...merged, updated_at: now },
  });
}

/** Whether another active business has this listing number. */
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

/** Stage, version, and owner of a business, deleted or not, locked. */
export function lockStage(db: Db, { workspaceId, businessId }: Key) {
  return db
    .selectFrom('businesses')
    .select(['stage', 'version', 'owner_id', 'deleted_at'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', businessId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Those of the businesses that have an open deal. */
export async function listWithOpenDeals(
  db: Db,
  { workspaceId, businessIds }: { workspaceId: string; businessIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ business_id: string }>`
    SELECT DISTINCT business_id FROM deals
    WHERE workspace_id = ${workspaceId} AND business_id = ANY(${businessIds})
      AND stage = ANY(${openDealStages}::text[]) AND deleted_at IS NULL`.execute(db);
  return rows.map((row) => row.business_id);
}

/** The customers who have an open deal on `businesses`, and others with their logins. */
export function selectBuyerIds(workspaceId: string): RawBuilder<string[]> {
  return sql<string[]>`ARRAY(SELECT same.id FROM deals
    JOIN customers AS buyers ON buyers.workspace_id = deals.workspace_id AND buyers.id = deals.buyer_id
    JOIN customers AS same ON same.workspace_id = buyers.workspace_id AND (same.id = buyers.id OR same.user_id = buyers.user_id)
    WHERE deals.workspace_id = ${workspaceId} AND deals.business_id = businesses.id
      AND deals.stage = ANY(${openDealStages}::text[]) AND deals.deleted_at IS NULL)`;
}

/** The customers who cannot own a business because they are buying it. Locks the business, so that no deal is added. */
export async function lockBuyerIds(db: Db, { workspaceId, businessId }: Key): Promise<string[]> {
  await lockStage(db, { workspaceId, businessId });
  const { ids } = await db
    .selectFrom('businesses')
    .select(selectBuyerIds(workspaceId).as('ids'))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  return ids;
}

type Person = { workspaceId: string; userId: string | null; emailKey: string };

/** Whether the customer of a login or an email address has an open deal on a business, or on any of an owner. */
export async function isBuyer(
  db: Db,
  { workspaceId, userId, emailKey, ...of }: Person & ({ businessId: string } | { ownerId: string }),
): Promise<boolean> {
  const isMeant =
    'businessId' in of
      ? sql<boolean>`businesses.id = ${of.businessId}`
      : sql<boolean>`(businesses.owner_id = ${of.ownerId} OR EXISTS (SELECT FROM business_co_owners AS co
          WHERE co.workspace_id = ${workspaceId} AND co.business_id = businesses.id AND co.customer_id = ${of.ownerId}))`;
  const row = await db
    .selectFrom('customers')
    .innerJoin('businesses', 'businesses.workspace_id', 'customers.workspace_id')
    .select('customers.id')
    .where('customers.workspace_id', '=', workspaceId)
    .where(({ eb, or }) => or([eb('customers.user_id', '=', userId), hasEmailKey(emailKey)]))
    .where(isMeant)
    .where(sql<boolean>`customers.id = ANY(${selectBuyerIds(workspaceId)})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Facts for the gates of a business that come from its own records. */
export async function findBusinessFacts(
  db: Db,
  { workspaceId, businessId, state }: { workspaceId: string; businessId: string; state: string | null },
): Promise<{ has_recast: boolean; has_valuation: boolean; license_expires_on: string | null }> {
  const { rows } = await sql<{
    has_recast: boolean;
    has_valuation: boolean;
    license_expires_on: string | null;
  }>`SELECT
    EXISTS (SELECT FROM recasts WHERE workspace_id = ${workspaceId} AND business_id = ${businessId}) AS has_recast,
    EXISTS (SELECT FROM valuations WHERE workspace_id = ${workspaceId} AND business_id = ${businessId}) AS has_valuation,
    (SELECT coalesce(expires_on::text, 'never') FROM licenses
      WHERE workspace_id = ${workspaceId} AND business_id IS NULL AND state = ${state}
      ORDER BY expires_on DESC NULLS FIRST LIMIT 1) AS license_expires_on`.execute(db);
  return rows[0] ?? { has_recast: false, has_valuation: false, license_expires_on: null };
}
