import { toCalendarDate } from '@handover/domain/local-time.ts';
import type { BuyerFilter, BuyerSortKey } from '@handover/contract/buyers/buyer-list.ts';
import type { Buyer, BuyerEligibility, BuyerSearch } from '@handover/contract/buyers/buyers.ts';
import { profileMonths } from '@handover/domain/deals/deal-gates.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { inCustomerScope } from '#features/customers/customers.public.ts';
import type { FilterConditions } from '#platform/records/list/filter.queries.ts';
import type { Listable, ListSlice } from '#platform/records/list/list-spec.ts';
import type { SortKey } from '#platform/records/list/sort.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { buyerPolicy } from './buyers.policy.ts';

/**
 * Read scope of buyers, as a condition on `fromBuyers`: profiles of customers that the member may read. Clients see
 * only their own profile, not those of customers shared with them.
 */
export function inBuyerScope(member: Member): RawBuilder<boolean> {
  const isReadable =
    member.scope === 'client'
      ? sql`(customers.user_id = ${member.userId} AND customers.status = 'active' AND buyer_profiles.deleted_at IS NULL)`
      : inCustomerScope(member);
  return sql<boolean>`(buyer_profiles.workspace_id = ${member.workspaceId} AND buyer_profiles.is_current
    AND customers.deleted_at IS NULL AND ${isReadable})`;
}

/** For `buyer_profiles` joined with its customer. */
const fromBuyers = sql`buyer_profiles JOIN customers ON customers.workspace_id = buyer_profiles.workspace_id
  AND customers.id = buyer_profiles.customer_id`;

const selectBuyerRows = (table: 'buyer_searches' | 'buyer_eligibilities'): RawBuilder<unknown> =>
  sql`${sql.table(table)} AS s WHERE s.workspace_id = buyer_profiles.workspace_id AND s.buyer_id = buyer_profiles.id`;

/** A merge can leave a customer other profiles than the current one: a block, exclusion, or invitation of any counts. */
export const profilesOfCustomer: RawBuilder<unknown> = sql`buyer_profiles AS p
  WHERE p.workspace_id = buyer_profiles.workspace_id AND p.customer_id = buyer_profiles.customer_id`;

export const isBlocked = sql<boolean>`EXISTS (SELECT FROM ${profilesOfCustomer} AND p.blocked_at IS NOT NULL)`;

/** A column of the last block. */
export const selectBlock = <T>(column: 'blocked_at' | 'blocked_reason'): RawBuilder<T | null> =>
  sql<T | null>`(SELECT ${sql.ref(`p.${column}`)} FROM ${profilesOfCustomer} AND p.blocked_at IS NOT NULL
    ORDER BY p.blocked_at DESC, p.id LIMIT 1)`;

/** Searches `s` as the contract has them. */
export const listOfSearches = sql`coalesce(json_agg(json_build_object('types', s.types, 'states', s.states, 'minPriceCents', s.min_price_cents,
  'maxPriceCents', s.max_price_cents, 'minSdeCents', s.min_sde_cents, 'cashCents', s.cash_cents, 'timing', s.timing,
  'experience', s.experience) ORDER BY s.position, s.id), '[]')`;

export const searchesOfBuyer = sql<
  BuyerSearch[]
>`(SELECT ${listOfSearches} FROM ${selectBuyerRows('buyer_searches')})`;

/** Eligibilities `s` as the contract has them. */
export const listOfEligibilities = sql`coalesce(json_agg(json_build_object('type', s.type, 'state', s.state, 'kind', s.kind,
  'licenseNumber', s.license_number) ORDER BY s.position), '[]')`;

export const eligibilitiesOfBuyer = sql<
  BuyerEligibility[]
>`(SELECT ${listOfEligibilities} FROM ${selectBuyerRows('buyer_eligibilities')})`;

/** The day of the proof of funds; servers of earlier releases do not write it. */
export const proofDatedOn = sql<
  string | null
>`coalesce(buyer_profiles.proof_dated_on, buyer_profiles.proof_verified_at::date)`;

/** Whether a buyer has verified proof of funds that is still valid on a day. */
export const hasCurrentProof = (today: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(buyer_profiles.proof_verified_at IS NOT NULL
    AND ${proofDatedOn} + make_interval(months => ${profileMonths}) >= ${today}::date)`;

/** The last proof that the buyer has sent. */
const lastProof = sql<LastProof | null>`(
  SELECT json_build_object('state', p.state, 'amountCents', p.amount_cents, 'datedOn', p.dated_on, 'sentAt', p.sent_at,
    'reason', p.reason, 'document', json_build_object('id', documents.id, 'name', documents.name))
  FROM buyer_proofs AS p JOIN documents ON documents.workspace_id = p.workspace_id AND documents.id = p.document_id
  WHERE p.workspace_id = buyer_profiles.workspace_id AND p.buyer_id = buyer_profiles.id
  ORDER BY p.sent_at DESC, p.id DESC LIMIT 1)`;

type LastProof = Omit<NonNullable<Buyer['sentProof']>, 'state'> & {
  readonly state: 'sent' | 'accepted' | 'returned';
};

/** How long the confirmation of a profile is valid: domain.md section 2, "buyer profile no older than 6 months". */
const validity = sql`interval '6 months'`;

const columns = [
  'buyer_profiles.id',
  'buyer_profiles.customer_id',
  'buyer_profiles.source',
  'buyer_profiles.proof_amount_cents',
  'buyer_profiles.proof_document_id',
  'buyer_profiles.proof_verified_at',
  'buyer_profiles.proof_verified_by',
  'buyer_profiles.confirmed_at',
  'buyer_profiles.created_at',
  'buyer_profiles.updated_at',
  'buyer_profiles.deleted_at',
  'buyer_profiles.version',
  'customers.name as customer_name',
  'customers.name_sort',
  'customers.email as customer_email',
  'customers.phone as customer_phone',
  'customers.broker_id',
  'brokers.display_name as broker_name',
  'verifiers.display_name as verifier_name',
  'workspaces.currency',
] as const;

function selectBuyers(db: Db, { workspaceId }: Member) {
  return db
    .selectFrom('buyer_profiles')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'buyer_profiles.workspace_id')
        .onRef('customers.id', '=', 'buyer_profiles.customer_id'),
    )
    .innerJoin('workspaces', 'workspaces.id', 'buyer_profiles.workspace_id')
    .leftJoin('users as brokers', 'brokers.id', 'customers.broker_id')
    .leftJoin('users as verifiers', 'verifiers.id', 'buyer_profiles.proof_verified_by')
    .select(columns)
    .select([
      selectBlock<Date>('blocked_at').as('blocked_at'),
      selectBlock<string>('blocked_reason').as('blocked_reason'),
      searchesOfBuyer.as('searches'),
      eligibilitiesOfBuyer.as('eligibilities'),
      proofDatedOn.as('proof_dated_on'),
      lastProof.as('last_proof'),
      sql<Date | null>`buyer_profiles.confirmed_at + ${validity}`.as('expires_at'),
    ])
    .where('buyer_profiles.workspace_id', '=', workspaceId);
}

const hasSearch = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`EXISTS (SELECT FROM ${selectBuyerRows('buyer_searches')} AND ${condition})`;

const conditions: FilterConditions<BuyerFilter> = {
  type: (type) => hasSearch(sql`(s.types = '{}' OR ${type} = ANY(s.types))`),
  state: (state) => hasSearch(sql`(s.states = '{}' OR ${state} = ANY(s.states))`),
  timing: (timing) => hasSearch(sql`s.timing = ${timing}`),
  brokerId: (brokerId, { member }) =>
    brokerId === 'none'
      ? sql`customers.broker_id IS NULL`
      : sql`customers.broker_id = ${brokerId === 'me' ? member.userId : brokerId}`,
  customerId: (customerId) => sql`buyer_profiles.customer_id = ${customerId}`,
  hasProofOfFunds: (isRequested, { member, now }) => {
    const isCurrent = sql`coalesce(${hasCurrentProof(sql`${toCalendarDate(now, member.timeZone)}`)}, false)`;
    return isRequested ? isCurrent : sql`NOT ${isCurrent}`;
  },
  isProofSent: (isRequested) => {
    const isSent = sql`EXISTS (SELECT FROM buyer_proofs AS p WHERE p.workspace_id = buyer_profiles.workspace_id
      AND p.buyer_id = buyer_profiles.id AND p.state = 'sent')`;
    return isRequested ? isSent : sql`NOT ${isSent}`;
  },
  isConfirmed: (isRequested, { now }) => {
    const isConfirmed = sql`coalesce(buyer_profiles.confirmed_at + ${validity} > ${now}, false)`;
    return isRequested ? isConfirmed : sql`NOT ${isConfirmed}`;
  },
  isBlocked: (isRequested) => (isRequested ? isBlocked : sql`NOT ${isBlocked}`),
};

const sorts: Record<BuyerSortKey, SortKey<BuyerRow>> = {
  name: { column: sql.ref('customers.name_sort'), read: (row) => row.name_sort },
  cash: { column: sql`coalesce((SELECT max(s.cash_cents) FROM ${selectBuyerRows('buyer_searches')}), -1)` },
  confirmedAt: {
    column: sql.ref('buyer_profiles.confirmed_at'),
    read: (row) => row.confirmed_at?.toISOString() ?? null,
    blank: { ascending: 'infinity', descending: '-infinity' },
  },
  createdAt: { column: sql.ref('buyer_profiles.created_at'), read: (row) => row.created_at.toISOString() },
};

/** One page of the list or the export. */
export function fetchBuyers(
  db: Db,
  member: Member,
  { where, sorting, limit }: Pick<ListSlice, 'where' | 'sorting' | 'limit'>,
) {
  return selectBuyers(db, member)
    .select(sorting.values.as('sort_values'))
    .where(where)
    .orderBy(sorting.order)
    .limit(limit)
    .execute();
}

/** A buyer in scope, deleted or not; null otherwise. */
export async function findBuyerRow(db: Db, member: Member, buyerId: string) {
  const row = await selectBuyers(db, member)
    .where('buyer_profiles.id', '=', buyerId)
    .where(inBuyerScope(member))
    .executeTakeFirst();
  return row ?? null;
}

export type BuyerRow = NonNullable<Awaited<ReturnType<typeof findBuyerRow>>>;

export const listableBuyers: Listable<BuyerRow & { readonly sort_values: readonly string[] }> = {
  type: 'buyer',
  table: 'buyer_profiles',
  scope: inBuyerScope,
  from: () => fromBuyers,
  search: { title: sql.ref('customers.name'), detail: sql.ref('customers.email') },
  filter: {
    conditions,
    trash: (member) => (buyerPolicy.seesTrash(member) ? sql`buyer_profiles.deleted_at IS NOT NULL` : null),
  },
  list: {
    sorts,
    defaultSort: 'name',
    forClients: { filters: ['q', 'customerId'], sorts: ['name', 'createdAt'] },
    fetch: fetchBuyers,
    count: async (db, { workspaceId }, { where }) => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM ${fromBuyers} WHERE buyer_profiles.workspace_id = ${workspaceId} AND ${where}`.execute(
        db,
      );
      return rows[0]?.count ?? 0;
    },
  },
};
