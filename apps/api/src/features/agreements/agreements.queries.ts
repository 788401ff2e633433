import {
  expiringDays,
  type AgreementFilter,
  type AgreementSortKey,
  type AgreementState,
} from '@handover/contract/agreements/agreement-list.ts';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { AgreementsTable } from '#db/schema/agreements.ts';
import { isReadableBusiness } from '#features/businesses/businesses.public.ts';
import { inCustomerScope } from '#features/customers/customers.public.ts';
import type { FilterConditions } from '#platform/records/list/filter.queries.ts';
import type { Listable, ListSlice } from '#platform/records/list/list-spec.ts';
import type { SortKey } from '#platform/records/list/sort.queries.ts';
import type { Member } from '#platform/session/actor.ts';

/**
 * Read scope of NDAs, as a condition on agreements with `customers`: all of the workspace; those with a buyer or one of
 * the businesses that the member may read; for clients, only those sent to them, whatever else is shared with them.
 */
export function inAgreementScope(member: Member): RawBuilder<boolean> {
  const inWorkspace = sql<boolean>`agreements.workspace_id = ${member.workspaceId}`;
  if (member.scope === 'all') return inWorkspace;
  if (member.scope === 'client')
    return sql<boolean>`(${inWorkspace} AND customers.user_id = ${member.userId} AND customers.status = 'active' AND customers.deleted_at IS NULL)`;
  return sql<boolean>`(${inWorkspace} AND ((${inCustomerScope(member)} AND customers.deleted_at IS NULL)
    OR EXISTS (SELECT FROM agreement_businesses AS concerned WHERE concerned.workspace_id = agreements.workspace_id
      AND concerned.agreement_id = agreements.id AND ${isReadableBusiness(member, sql.ref('concerned.business_id'))})))`;
}

/** Today in the time zone of the agreement's workspace. */
const selectToday = (now: Date): RawBuilder<string> =>
  sql<string>`(${now}::timestamptz AT TIME ZONE workspaces.time_zone)::date`;

const inState: Readonly<Record<AgreementState, (now: Date) => RawBuilder<boolean>>> = {
  pending: (now) => sql<boolean>`(agreements.status = 'pending' AND agreements.deadline > ${now})`,
  overdue: (now) => sql<boolean>`(agreements.status = 'pending' AND agreements.deadline <= ${now})`,
  in_force: (now) =>
    sql<boolean>`(agreements.status = 'signed' AND agreements.expires_sort >= ${selectToday(now)})`,
  ended: (now) =>
    sql<boolean>`(agreements.status = 'signed' AND agreements.expires_sort < ${selectToday(now)})`,
  declined: () => sql<boolean>`agreements.status = 'declined'`,
  revoked: () => sql<boolean>`agreements.status = 'revoked'`,
};

/** Agreements with their buyer, as `customers`, and their workspace. */
function fromAgreements(db: Db, workspaceId: string) {
  return db
    .selectFrom('agreements')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'agreements.workspace_id')
        .onRef('customers.id', '=', 'agreements.customer_id'),
    )
    .innerJoin('workspaces', 'workspaces.id', 'agreements.workspace_id')
    .where('agreements.workspace_id', '=', workspaceId);
}

/** With a limited member, the businesses are marked whose names they may read. */
function selectAgreements(db: Db, workspaceId: string, member: Member | null = null) {
  return fromAgreements(db, workspaceId)
    .leftJoin('agreement_templates', (join) =>
      join
        .onRef('agreement_templates.workspace_id', '=', 'agreements.workspace_id')
        .onRef('agreement_templates.id', '=', 'agreements.template_id'),
    )
    .innerJoin('users', 'users.id', 'agreements.sent_by')
    .selectAll('agreements')
    .select([
      'customers.name as customer_name',
      'customers.email as customer_email',
      'customers.user_id as customer_user_id',
      'customers.status as customer_status',
      'customers.deleted_at as customer_deleted_at',
      'customers.broker_id',
      'workspaces.name as workspace_name',
      'workspaces.archived_at as workspace_archived_at',
      'workspaces.time_zone',
      'agreement_templates.name as template_name',
      'users.display_name as sender_name',
      sql<
        { id: string; name: string; isShown: boolean }[]
      >`(SELECT coalesce(jsonb_agg(jsonb_build_object('id', businesses.id, 'name', businesses.name, 'isShown', ${isBusinessShown(member)}) ORDER BY businesses.name_sort, businesses.id), '[]')
        FROM agreement_businesses JOIN businesses ON businesses.workspace_id = agreement_businesses.workspace_id AND businesses.id = agreement_businesses.business_id
        WHERE agreement_businesses.workspace_id = agreements.workspace_id AND agreement_businesses.agreement_id = agreements.id)`.as(
        'businesses',
      ),
    ]);
}

/** Who reads the buyer reads the whole NDA, who reads it for a business no other business of other colleagues. */
function isBusinessShown(member: Member | null): RawBuilder<boolean> {
  if (member?.scope !== 'own') return sql<boolean>`true`;
  return sql<boolean>`((${inCustomerScope(member)} AND customers.deleted_at IS NULL)
    OR ${isReadableBusiness(member, sql.ref('agreement_businesses.business_id'))})`;
}

export type AgreementRow = Awaited<ReturnType<ReturnType<typeof selectAgreements>['execute']>>[number];

/** Without a member, because signing links and jobs have none. */
export async function findAgreement(
  db: Db,
  { workspaceId, agreementId }: { workspaceId: string; agreementId: string },
): Promise<AgreementRow | null> {
  const row = await selectAgreements(db, workspaceId)
    .where('agreements.id', '=', agreementId)
    .executeTakeFirst();
  return row ?? null;
}

/** An agreement in scope; null otherwise. */
export async function findReadableAgreement(
  db: Db,
  member: Member,
  agreementId: string,
): Promise<AgreementRow | null> {
  const row = await selectAgreements(db, member.workspaceId, member)
    .where('agreements.id', '=', agreementId)
    .where(inAgreementScope(member))
    .executeTakeFirst();
  return row ?? null;
}

/** The agreements that were sent to the client and not withdrawn, newest first. */
export function listOwnRows(db: Db, member: Member) {
  return selectAgreements(db, member.workspaceId)
    .where(inAgreementScope(member))
    .where('agreements.status', '<>', 'revoked')
    .orderBy('agreements.sent_at', 'desc')
    .orderBy('agreements.id', 'desc')
    .limit(100)
    .execute();
}

const conditions: FilterConditions<AgreementFilter> = {
  state: (state, { now }) => inState[state](now),
  isExpiring: (isExpiring, { now }) => {
    const expires = sql`(agreements.status = 'signed' AND agreements.expires_sort BETWEEN ${selectToday(now)} AND ${selectToday(now)} + ${expiringDays}::int)`;
    return isExpiring ? expires : sql`NOT ${expires}`;
  },
  sentBy: (sentBy, { member }) => sql`agreements.sent_by = ${sentBy === 'me' ? member.userId : sentBy}`,
  customerId: (customerId) => sql`agreements.customer_id = ${customerId}`,
  businessId: (businessId) => sql`EXISTS (SELECT FROM agreement_businesses AS concerned
    WHERE concerned.workspace_id = agreements.workspace_id AND concerned.agreement_id = agreements.id AND concerned.business_id = ${businessId})`,
  dealId: (dealId) => sql`agreements.deal_id = ${dealId}`,
};

type SortFields = Pick<Selectable<AgreementsTable>, 'sent_at' | 'expires_sort'> & {
  readonly customer_sort: string;
};

const sorts: Record<AgreementSortKey, SortKey<SortFields>> = {
  sentAt: { column: sql.ref('agreements.sent_at'), read: (row) => row.sent_at.toISOString() },
  customer: { column: sql.ref('customers.name_sort'), read: (row) => row.customer_sort },
  expiresOn: { column: sql.ref('agreements.expires_sort'), read: (row) => row.expires_sort },
};

/** One page of the list or the export. */
export function fetchAgreements(
  db: Db,
  member: Member,
  { where, sorting, limit }: Pick<ListSlice, 'where' | 'sorting' | 'limit'>,
) {
  return selectAgreements(db, member.workspaceId, member)
    .select(['customers.name_sort as customer_sort', sorting.values.as('sort_values')])
    .where(where)
    .orderBy(sorting.order)
    .limit(limit)
    .execute();
}

type ListedRow = Awaited<ReturnType<typeof fetchAgreements>>[number];

export const listableAgreements: Listable<ListedRow> = {
  type: 'agreement',
  table: 'agreements',
  scope: inAgreementScope,
  from: () => sql`agreements
    JOIN customers ON customers.workspace_id = agreements.workspace_id AND customers.id = agreements.customer_id
    JOIN workspaces ON workspaces.id = agreements.workspace_id`,
  search: { title: sql.ref('customers.name'), detail: sql.ref('agreements.title') },
  filter: { conditions, trash: () => null },
  list: {
    sorts,
    defaultSort: '-sentAt',
    fetch: fetchAgreements,
    count: async (db, { workspaceId }, { where }) => {
      const { count } = await fromAgreements(db, workspaceId)
        .select(sql<number>`count(*)::int`.as('count'))
        .where(where)
        .executeTakeFirstOrThrow();
      return count;
    },
  },
};
