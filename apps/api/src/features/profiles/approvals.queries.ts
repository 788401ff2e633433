import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ProfileApprovalsTable } from '#db/schema/profiles.ts';
import { isOwnBusiness } from '#features/businesses/businesses.public.ts';
import { hasEmailKey } from '#features/customers/customers.public.ts';
import { hashSecret } from '#lib/ids.ts';
import { emailKey } from '#lib/text.ts';
import type { LinkRow } from '#platform/links/links.ts';
import type { Member } from '#platform/session/actor.ts';

function selectApprovals(db: Db, workspaceId: string) {
  return db
    .selectFrom('profile_approvals as approvals')
    .innerJoin('business_profiles as profiles', (join) =>
      join
        .onRef('profiles.workspace_id', '=', 'approvals.workspace_id')
        .onRef('profiles.id', '=', 'approvals.profile_id'),
    )
    .innerJoin('profile_versions as versions', (join) =>
      join
        .onRef('versions.workspace_id', '=', 'approvals.workspace_id')
        .onRef('versions.profile_id', '=', 'approvals.profile_id')
        .onRef('versions.number', '=', 'approvals.number'),
    )
    .innerJoin('businesses', (join) =>
      join
        .onRef('businesses.workspace_id', '=', 'profiles.workspace_id')
        .onRef('businesses.id', '=', 'profiles.business_id'),
    )
    .innerJoin('workspaces', 'workspaces.id', 'approvals.workspace_id')
    .innerJoin('users as senders', 'senders.id', 'approvals.requested_by')
    .select([
      'approvals.workspace_id',
      'approvals.id',
      'approvals.profile_id',
      'approvals.number',
      'approvals.status',
      'approvals.requested_by',
      'approvals.deadline',
      'approvals.decided_at',
      'approvals.link_id',
      'profiles.kind',
      'profiles.business_id',
      'versions.title',
      'versions.sections',
      'businesses.name as business_name',
      'businesses.owner_id',
      'businesses.broker_id',
      'workspaces.name as workspace_name',
      'senders.display_name as sender_name',
    ])
    .where('approvals.workspace_id', '=', workspaceId)
    .where('businesses.deleted_at', 'is', null);
}

export type ApprovalRow = Awaited<ReturnType<ReturnType<typeof selectApprovals>['execute']>>[number];

type Key = { readonly workspaceId: string; readonly approvalId: string };

export async function findApproval(db: Db, { workspaceId, approvalId }: Key): Promise<ApprovalRow | null> {
  const row = await selectApprovals(db, workspaceId)
    .where('approvals.id', '=', approvalId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * A request about a business that the customer of a link owns, or owns a share of, unless they are banned, the link was
 * emailed to an address that is no longer theirs, or the workspace is archived.
 */
export async function findOwnerApproval(
  db: Db,
  { workspaceId, approvalId, customerId, email }: Key & { customerId: string; email: string | null },
): Promise<ApprovalRow | null> {
  const isTheirs = email === null ? sql`true` : hasEmailKey(emailKey(email));
  const row = await selectApprovals(db, workspaceId)
    .where('approvals.id', '=', approvalId)
    .where('workspaces.archived_at', 'is', null)
    .where(
      sql<boolean>`EXISTS (SELECT FROM customers WHERE customers.workspace_id = ${workspaceId}
        AND customers.id = ${customerId} AND customers.deleted_at IS NULL AND customers.status = 'active' AND ${isTheirs}
        AND (customers.id = businesses.owner_id OR customers.id IN (SELECT co.customer_id FROM business_co_owners AS co
          WHERE co.workspace_id = ${workspaceId} AND co.business_id = businesses.id)))`,
    )
    .executeTakeFirst();
  return row ?? null;
}

/** Requests about businesses that the client owns, newest first, without replaced requests. */
export function listOwnApprovals(db: Db, member: Member): Promise<ApprovalRow[]> {
  return selectApprovals(db, member.workspaceId)
    .where('approvals.status', '<>', 'replaced')
    .where(isOwnBusiness(member, sql.ref('profiles.business_id')))
    .orderBy('approvals.requested_at', 'desc')
    .orderBy('approvals.id', 'desc')
    .limit(100)
    .execute();
}

/** A request about a business that the client owns, or null. */
export async function findOwnApproval(
  db: Db,
  member: Member,
  approvalId: string,
): Promise<ApprovalRow | null> {
  const row = await selectApprovals(db, member.workspaceId)
    .where('approvals.id', '=', approvalId)
    .where('approvals.status', '<>', 'replaced')
    .where(isOwnBusiness(member, sql.ref('profiles.business_id')))
    .executeTakeFirst();
  return row ?? null;
}

export async function insertApproval(db: Db, row: Insertable<ProfileApprovalsTable>): Promise<void> {
  await db.insertInto('profile_approvals').values(row).execute();
}

/**
 * Updates a request that is waiting for the seller; false if it is not. Of several concurrent calls, only one closes
 * it.
 */
export async function updatePendingApproval(
  db: Db,
  { workspaceId, approvalId }: Key,
  change: Updateable<ProfileApprovalsTable>,
): Promise<boolean> {
  const row = await db
    .updateTable('profile_approvals')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', approvalId)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the open request of a profile and its links. */
export async function replacePending(
  db: Db,
  { workspaceId, profileId, now }: { workspaceId: string; profileId: string; now: Date },
): Promise<void> {
  const rows = await db
    .updateTable('profile_approvals')
    .set({ status: 'replaced' })
    .where('workspace_id', '=', workspaceId)
    .where('profile_id', '=', profileId)
    .where('status', '=', 'pending')
    .returning('id')
    .execute();
  for (const { id: approvalId } of rows) await endApprovalLinks(db, { workspaceId, approvalId }, now);
}

/** An approval link in any state, or null. */
export async function findApprovalLink(db: Db, secret: string): Promise<LinkRow | null> {
  const row = await db
    .selectFrom('one_time_links')
    .selectAll()
    .where('token_hash', '=', hashSecret(secret))
    .where('kind', '=', 'approve')
    .executeTakeFirst();
  return row ?? null;
}

export async function endApprovalLinks(db: Db, { workspaceId, approvalId }: Key, now: Date): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set({ consumed_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('approval_id', '=', approvalId)
    .where('consumed_at', 'is', null)
    .execute();
}

/** The owner of a business, who receives requests. */
export async function findSeller(
  db: Db,
  { workspaceId, businessId }: { workspaceId: string; businessId: string },
) {
  const row = await db
    .selectFrom('businesses')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'businesses.workspace_id')
        .onRef('customers.id', '=', 'businesses.owner_id')
        .on('customers.deleted_at', 'is', null),
    )
    .innerJoin('workspaces', 'workspaces.id', 'businesses.workspace_id')
    .select([
      'customers.id',
      'customers.name',
      'customers.email',
      'customers.status',
      'customers.user_id',
      'workspaces.name as workspace_name',
    ])
    .where('businesses.workspace_id', '=', workspaceId)
    .where('businesses.id', '=', businessId)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether the last request about a version of a profile was approved by the seller. */
export async function isVersionApproved(
  db: Db,
  { workspaceId, profileId, number }: { workspaceId: string; profileId: string; number: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('profile_approvals')
    .select('status')
    .where('workspace_id', '=', workspaceId)
    .where('profile_id', '=', profileId)
    .where('number', '=', number)
    .where('status', '<>', 'replaced')
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.status === 'approved';
}
