import { closedStages } from '@handover/contract/businesses/business-stages.ts';
import type { InquiryStatus } from '@handover/contract/buyers/buyer-inquiries.ts';
import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { BuyerInquiriesTable } from '#db/schema/buyers.ts';
import { isReadableBusiness } from '#features/businesses/businesses.public.ts';
import { inCustomerScope } from '#features/customers/customers.public.ts';
import type { Position } from '#lib/pagination.ts';
import type { LiveSpec } from '#platform/live/audience.ts';
import { isOpenTo } from '#platform/session/access.ts';
import type { Member } from '#platform/session/actor.ts';

/** Read scope of inquiries: all of the workspace, or those about businesses that the member may read. */
function inInquiryScope(member: Member): RawBuilder<boolean> {
  const inWorkspace = sql<boolean>`buyer_inquiries.workspace_id = ${member.workspaceId}`;
  if (member.scope === 'all') return inWorkspace;
  return sql<boolean>`(${inWorkspace} AND ${isReadableBusiness(member, sql.ref('buyer_inquiries.business_id'))})`;
}

export const inquiryLive: LiveSpec = {
  noun: 'inquiry',
  audience: 'attached',
  readable: {
    table: 'buyer_inquiries',
    from: () => sql`buyer_inquiries`,
    scope: (member) => (isOpenTo(member, 'business-center') ? inInquiryScope(member) : sql<boolean>`false`),
  },
};

const columns = [
  'buyer_inquiries.id',
  'buyer_inquiries.kind',
  'buyer_inquiries.source',
  'buyer_inquiries.name',
  'buyer_inquiries.email',
  'buyer_inquiries.phone',
  'buyer_inquiries.message',
  'buyer_inquiries.types',
  'buyer_inquiries.states',
  'buyer_inquiries.max_price_cents',
  'buyer_inquiries.min_sde_cents',
  'buyer_inquiries.cash_cents',
  'buyer_inquiries.timing',
  'buyer_inquiries.experience',
  'buyer_inquiries.listing_reference',
  'buyer_inquiries.business_id',
  'buyer_inquiries.is_verified',
  'buyer_inquiries.status',
  'buyer_inquiries.buyer_id',
  'buyer_inquiries.created_at',
  'businesses.name as business_name',
  'businesses.broker_id as business_broker_id',
  'workspaces.currency',
] as const;

function selectInquiries(db: Db, member: Member) {
  return db
    .selectFrom('buyer_inquiries')
    .leftJoin('businesses', (join) =>
      join
        .onRef('businesses.workspace_id', '=', 'buyer_inquiries.workspace_id')
        .onRef('businesses.id', '=', 'buyer_inquiries.business_id')
        .on('businesses.deleted_at', 'is', null),
    )
    .innerJoin('workspaces', 'workspaces.id', 'buyer_inquiries.workspace_id')
    .select(columns)
    .select(selectInquiryCustomers(member).as('customers'))
    .where('buyer_inquiries.workspace_id', '=', member.workspaceId)
    .where(inInquiryScope(member));
}

/** Active customers with the email address, as far as the member may read them. */
function selectInquiryCustomers(member: Member): RawBuilder<{ id: string; name: string }[]> {
  return sql`(SELECT coalesce(json_agg(json_build_object('id', customers.id, 'name', customers.name) ORDER BY customers.created_at), '[]')
    FROM customers WHERE ${inCustomerScope(member)} AND customers.deleted_at IS NULL
      AND (customers.email_key = buyer_inquiries.email_key OR EXISTS (SELECT FROM customer_contact_points AS p
        WHERE p.workspace_id = customers.workspace_id AND p.customer_id = customers.id AND p.kind = 'email'
          AND p.value_key = buyer_inquiries.email_key)))`;
}

/** A page of the inquiries of a status, newest first. */
export function listInquiryRows(
  db: Db,
  member: Member,
  { status, after, limit }: { status: InquiryStatus; after: Position | null; limit: number },
) {
  let query = selectInquiries(db, member).where('buyer_inquiries.status', '=', status);
  if (after !== null)
    query = query.where(
      sql<boolean>`(buyer_inquiries.created_at, buyer_inquiries.id) < (${after[0]}, ${after[1]})`,
    );
  return query
    .orderBy('buyer_inquiries.created_at', 'desc')
    .orderBy('buyer_inquiries.id', 'desc')
    .limit(limit)
    .execute();
}

export type InquiryRow = Awaited<ReturnType<typeof listInquiryRows>>[number];

export async function countInquiries(db: Db, member: Member, status: InquiryStatus): Promise<number> {
  const { count } = await db
    .selectFrom('buyer_inquiries')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('status', '=', status)
    .where('buyer_inquiries.workspace_id', '=', member.workspaceId)
    .where(inInquiryScope(member))
    .executeTakeFirstOrThrow();
  return count;
}

/** An inquiry in the member's scope, locked until the transaction ends on request; or null. */
export async function findInquiryRow(
  db: Db,
  member: Member,
  { inquiryId, isLocking }: { inquiryId: string; isLocking: boolean },
): Promise<InquiryRow | null> {
  const query = selectInquiries(db, member).where('buyer_inquiries.id', '=', inquiryId);
  const row = await (isLocking ? query.forUpdate('buyer_inquiries') : query).executeTakeFirst();
  return row ?? null;
}

/** Serializes the acceptance of inquiries from one address until the transaction ends. */
export async function lockSender(
  db: Db,
  { workspaceId, inquiryId }: { workspaceId: string; inquiryId: string },
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4718, hashtext(workspace_id || ' ' || email_key)) FROM buyer_inquiries
    WHERE workspace_id = ${workspaceId} AND id = ${inquiryId}::uuid`.execute(db);
}

/** The id of the inquiry, or of an inquiry from the same day with the same email and content. */
export async function insertInquiry(
  db: Db,
  row: Insertable<BuyerInquiriesTable>,
): Promise<{ id: string; isNew: boolean }> {
  const inserted = await db
    .insertInto('buyer_inquiries')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted !== undefined) return { id: inserted.id, isNew: true };
  const { id } = await db
    .selectFrom('buyer_inquiries')
    .select('id')
    .where('workspace_id', '=', row.workspace_id)
    .where('email_key', '=', row.email_key)
    .where('about', '=', row.about)
    .where('received_on', '=', row.received_on)
    .executeTakeFirstOrThrow();
  return { id, isNew: false };
}

/** The inquiry that was read from a message, with the broker of its business; null without one. */
export async function findMessageInquiry(
  db: Db,
  { workspaceId, messageId }: { workspaceId: string; messageId: string },
): Promise<{ inquiryId: string; brokerId: string | null } | null> {
  const row = await db
    .selectFrom('buyer_inquiries')
    .leftJoin('businesses', (join) =>
      join
        .onRef('businesses.workspace_id', '=', 'buyer_inquiries.workspace_id')
        .onRef('businesses.id', '=', 'buyer_inquiries.business_id'),
    )
    .select(['buyer_inquiries.id as inquiryId', 'businesses.broker_id as brokerId'])
    .where('buyer_inquiries.workspace_id', '=', workspaceId)
    .where('buyer_inquiries.message_id', '=', messageId)
    .executeTakeFirst();
  return row ?? null;
}

type Key = { readonly workspaceId: string; readonly inquiryId: string };

/** Moves an inquiry from one status to another; false if it is not in the first. */
export async function moveInquiry(
  db: Db,
  {
    workspaceId,
    inquiryId,
    from,
    to,
    ...decision
  }: Key & {
    readonly from: InquiryStatus;
    readonly to: InquiryStatus;
    readonly userId: string;
    readonly now: Date;
    readonly buyerId?: string;
  },
): Promise<boolean> {
  const isPending = to === 'pending';
  const row = await db
    .updateTable('buyer_inquiries')
    .set({
      status: to,
      buyer_id: decision.buyerId ?? null,
      decided_by: isPending ? null : decision.userId,
      decided_at: isPending ? null : decision.now,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', inquiryId)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export type Listing = { readonly id: string; readonly broker_id: string | null };

/**
 * The active business with this id or, in their order, one of these listing numbers, that is on the market or shown by a
 * public teaser; or null.
 */
export async function findListing(
  db: Db,
  {
    workspaceId,
    ...by
  }: { workspaceId: string } & ({ listingKeys: readonly string[] } | { businessId: string }),
): Promise<Listing | null> {
  const query = db
    .selectFrom('businesses')
    .select(['id', 'broker_id'])
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where('stage', 'not in', [...closedStages])
    .where(
      sql<boolean>`(stage IN ('on_market', 'under_offer') OR EXISTS (SELECT FROM business_profiles AS profiles
        WHERE profiles.workspace_id = businesses.workspace_id AND profiles.business_id = businesses.id
          AND profiles.kind = 'teaser' AND profiles.released_number IS NOT NULL))`,
    );
  const row = await (
    'listingKeys' in by
      ? query
          .where(sql<boolean>`listing_key = ANY(${by.listingKeys})`)
          .orderBy(sql`array_position(${by.listingKeys}::text[], listing_key)`)
      : query.where('id', '=', by.businessId)
  ).executeTakeFirst();
  return row ?? null;
}

/** The time zone of a workspace, and its administrators, who are notified if a business has no broker. */
export async function findRecipients(
  db: Db,
  workspaceId: string,
): Promise<{ timeZone: string; adminIds: string[] }> {
  const { rows } = await sql<{ time_zone: string; admin_ids: string[] }>`
    SELECT time_zone, ARRAY(SELECT user_id FROM memberships WHERE memberships.workspace_id = ${workspaceId}
      AND role = 'ADMIN' AND status = 'active' ORDER BY user_id) AS admin_ids
    FROM workspaces WHERE id = ${workspaceId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The workspace does not exist');
  return { timeZone: row.time_zone, adminIds: row.admin_ids };
}
