import { type BusinessStage, closedStages } from '@handover/contract/businesses/business-stages.ts';
import { type RawBuilder, sql } from 'kysely';
import type { MessageStatus } from '@handover/contract/conversations/conversations.ts';
import type { Db } from '#db/client.ts';
import {
  inBusinessScope,
  fromBusinesses,
  isStalled,
  type StalledRule,
} from '#features/businesses/businesses.public.ts';
import { inCustomerScope, sumTallies } from '#features/customers/customers.public.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Position } from '#lib/pagination.ts';

/** Customers that the member can see. */
export async function countCustomers(db: Db, member: Member): Promise<number> {
  // Tallies do not include single customers shared with the member.
  if (member.granted['customer'] === undefined) return sumTallies(db, inCustomerScope(member));
  const { count } = await selectCustomers(db, member)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Customers added per month (`YYYY-MM`) since the day `from`; months without any are omitted. */
export function countAdded(db: Db, member: Member, from: string) {
  const { timeZone } = member;
  return selectCustomers(db, member)
    .select([
      sql<string>`to_char(customers.created_at AT TIME ZONE ${timeZone}, 'YYYY-MM')`.as('month'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .where(sql<boolean>`customers.created_at >= (${from}::date::timestamp AT TIME ZONE ${timeZone})`)
    .groupBy(sql`1`)
    .execute();
}

function selectCustomers(db: Db, member: Member) {
  return db
    .selectFrom('customers')
    .where('customers.workspace_id', '=', member.workspaceId)
    .where('customers.deleted_at', 'is', null)
    .where(inCustomerScope(member));
}

export type StageRow = {
  stage: BusinessStage;
  currency: string;
  count: number;
  unpriced_count: number;
  /** Text, because a sum can exceed the safe integer range. */
  cents: string | null;
};

/** Businesses by stage and currency, with their total asking price. */
export function countStages(db: Db, member: Member): Promise<StageRow[]> {
  const asked = sql`coalesce(businesses.reduced_price_cents, businesses.asking_price_cents)`;
  return selectBusinesses(db, member)
    .select([
      'businesses.stage',
      'businesses.currency',
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) FILTER (WHERE ${asked} IS NULL))::int`.as('unpriced_count'),
      sql<string | null>`sum(${asked})::text`.as('cents'),
    ])
    .groupBy(['businesses.stage', 'businesses.currency'])
    .orderBy('businesses.currency')
    .execute();
}

type UrgentRow = {
  id: string;
  name: string;
  stage: BusinessStage;
  stage_entered_at: Date;
  lease_end: string | null;
};

/**
 * `stuck`: longer in the stage than the workspace allows. `leases`: the lease ends before the day, or has
 * ended.
 */
export type Urgent =
  | { readonly kind: 'stuck'; readonly rule: StalledRule }
  | { readonly kind: 'leases'; readonly before: string };

/** The most urgent open businesses of a kind: longest waiting, or earliest lease end, first. */
export function listUrgent(
  db: Db,
  member: Member,
  { asked, limit }: { asked: Urgent; limit: number },
): Promise<UrgentRow[]> {
  return selectUrgent(db, member, asked)
    .select([
      'businesses.id',
      'businesses.name',
      'businesses.stage',
      'businesses.stage_entered_at',
      'businesses.lease_end',
    ])
    .orderBy(asked.kind === 'stuck' ? 'businesses.stage_entered_at' : 'businesses.lease_end')
    .orderBy('businesses.id')
    .limit(limit)
    .execute();
}

export async function countUrgent(db: Db, member: Member, asked: Urgent): Promise<number> {
  const { count } = await selectUrgent(db, member, asked)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function selectUrgent(db: Db, member: Member, asked: Urgent) {
  const businesses = selectBusinesses(db, member);
  if (asked.kind === 'stuck') return businesses.where(isStalled(member, asked.rule));
  return businesses
    .where('businesses.stage', 'not in', [...closedStages])
    .where(sql<boolean>`businesses.lease_end < ${asked.before}`);
}

function selectBusinesses(db: Db, member: Member) {
  return fromBusinesses(db, member).where('businesses.deleted_at', 'is', null).where(inBusinessScope(member));
}

type FirstStepsRow = {
  is_sample: boolean;
  has_customers: boolean;
  has_businesses: boolean;
  has_imported: boolean;
  has_invited: boolean;
  has_postal_address: boolean;
};

/** Whether the workspace has data, an import, a postal address, and members or invitations besides the actor. */
export async function getFirstStepsRow(
  db: Db,
  { workspaceId, userId }: Pick<Member, 'workspaceId' | 'userId'>,
): Promise<FirstStepsRow> {
  return db
    .selectFrom('workspaces')
    .select([
      'is_sample',
      sql<boolean>`postal_address <> ''`.as('has_postal_address'),
      sql<boolean>`EXISTS (SELECT FROM customers WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL)`.as(
        'has_customers',
      ),
      sql<boolean>`EXISTS (SELECT FROM businesses WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL)`.as(
        'has_businesses',
      ),
      sql<boolean>`EXISTS (SELECT FROM imports WHERE workspace_id = ${workspaceId} AND status = 'done')`.as(
        'has_imported',
      ),
      sql<boolean>`(EXISTS (SELECT FROM memberships WHERE workspace_id = ${workspaceId} AND user_id <> ${userId})
        OR EXISTS (SELECT FROM one_time_links WHERE workspace_id = ${workspaceId} AND kind = 'invite'))`.as(
        'has_invited',
      ),
    ])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
}

export type PendingMailRow = {
  id: string;
  subject: string;
  text: string;
  status: MessageStatus;
  status_detail: string | null;
  created_at: Date;
  customer_id: string;
  customer_name: string;
};

/** `unanswered`: the customer wrote last. `undelivered`: failed, uncertain, or not sent for lack of a mail server. */
export type PendingKind = 'unanswered' | 'undelivered';

type PendingQuery = { kind: PendingKind; since: Date };
type Slice = PendingQuery & { after: Position | null; limit: number };

/** Table, time column, and order of each kind. */
const kinds = {
  unanswered: {
    source: sql`threads JOIN messages ON messages.workspace_id = threads.workspace_id AND messages.id = threads.waiting_message_id`,
    time: sql`threads.waiting_since`,
    id: sql`threads.waiting_message_id`,
    scope: (member: Member) =>
      sql`threads.workspace_id = ${member.workspaceId} AND threads.waiting_message_id IS NOT NULL`,
    comparison: sql`>`,
    direction: sql`ASC`,
  },
  undelivered: {
    source: sql`messages`,
    time: sql`messages.created_at`,
    id: sql`messages.id`,
    scope: (member: Member) =>
      sql`messages.workspace_id = ${member.workspaceId} AND messages.status IN ('failed', 'uncertain', 'undelivered')`,
    comparison: sql`<`,
    direction: sql`DESC`,
  },
} as const satisfies Record<PendingKind, unknown>;

/** Unanswered mail oldest first, undelivered mail newest first. */
export async function listPendingMail(
  db: Db,
  member: Member,
  { kind, since, after, limit }: Slice,
): Promise<PendingMailRow[]> {
  const { time, id, comparison, direction } = kinds[kind];
  const next = after === null ? sql`true` : sql`(${time}, ${id}) ${comparison} (${after[0]}, ${after[1]})`;
  const { rows } = await sql<PendingMailRow>`
    SELECT messages.id, messages.subject, left(messages.text, 400) AS text, messages.status, messages.status_detail,
           messages.created_at, customer.id AS customer_id, customer.name AS customer_name
    FROM ${selectPending(member, { kind, since })} AND ${next}
    ORDER BY ${time} ${direction}, ${id} ${direction} LIMIT ${limit}`.execute(db);
  return rows;
}

/** The total for `listPendingMail`. */
export async function countPendingMail(db: Db, member: Member, asked: PendingQuery): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count FROM ${selectPending(member, asked)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Limited to the member's mailboxes and customers in scope. */
function selectPending(member: Member, { kind, since }: PendingQuery): RawBuilder<unknown> {
  const { source, time, scope } = kinds[kind];
  return sql`${source}
    JOIN mailboxes ON mailboxes.workspace_id = messages.workspace_id AND mailboxes.id = messages.mailbox_id
      AND (mailboxes.owner_id IS NULL OR mailboxes.owner_id = ${member.userId})
    CROSS JOIN LATERAL (
      SELECT customers.id, customers.name FROM message_customers
      JOIN customers ON customers.workspace_id = message_customers.workspace_id AND customers.id = message_customers.customer_id
      WHERE message_customers.workspace_id = messages.workspace_id AND message_customers.message_id = messages.id
        AND customers.deleted_at IS NULL AND ${inCustomerScope(member)}
      ORDER BY customers.id LIMIT 1) AS customer
    WHERE ${scope(member)} AND ${time} >= ${since}`;
}
