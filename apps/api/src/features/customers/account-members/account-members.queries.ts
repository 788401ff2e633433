import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Position } from '#lib/pagination.ts';
import { inCustomerScope } from '../customers.public.ts';
import type { Member } from '#platform/session/actor.ts';

/** The people of an account, or the accounts of a person. */
export type Side = { readonly of: 'account' | 'person'; readonly customerId: string };

/** The other side of each membership, if it is active and visible to the member. */
function fromMemberships(db: Db, member: Member, { of, customerId }: Side) {
  const [own, other] =
    of === 'account' ? (['corporate_id', 'member_id'] as const) : (['member_id', 'corporate_id'] as const);
  return db
    .selectFrom('corporate_members as memberships')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'memberships.workspace_id')
        .onRef('customers.id', '=', `memberships.${other}`),
    )
    .where('memberships.workspace_id', '=', member.workspaceId)
    .where(`memberships.${own}`, '=', customerId)
    .where('customers.deleted_at', 'is', null)
    .where(inCustomerScope(member));
}

const columns = [
  'customers.id',
  'customers.name',
  'customers.name_sort',
  'customers.email',
  'customers.phone',
  'customers.photo_key',
  'customers.status',
  'memberships.title',
  'memberships.created_at as since',
] as const;

/** Memberships of a customer with checked access, sorted by name. */
export function listPartyRows(
  db: Db,
  member: Member,
  { side, after, limit }: { side: Side; after: Position | null; limit: number },
) {
  let query = fromMemberships(db, member, side).select(columns);
  if (after !== null)
    query = query.where(sql<boolean>`(customers.name_sort, customers.id) > (${after[0]}, ${after[1]})`);
  return query.orderBy('customers.name_sort').orderBy('customers.id').limit(limit).execute();
}

export type PartyRow = Awaited<ReturnType<typeof listPartyRows>>[number];

export async function countParties(db: Db, member: Member, side: Side): Promise<number> {
  const { count } = await fromMemberships(db, member, side)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** One member of an account, or null. */
export async function findMemberRow(
  db: Db,
  member: Member,
  { corporateId, memberId }: { corporateId: string; memberId: string },
): Promise<PartyRow | null> {
  const row = await fromMemberships(db, member, { of: 'account', customerId: corporateId })
    .select(columns)
    .where('customers.id', '=', memberId)
    .executeTakeFirst();
  return row ?? null;
}

type Membership = { readonly workspaceId: string; readonly corporateId: string; readonly memberId: string };

/** Adds a membership or updates its title. Returns whether it is new. */
export async function putMembership(
  db: Db,
  { workspaceId, corporateId, memberId, title, now }: Membership & { title: string | null; now: Date },
): Promise<boolean> {
  const { isNew } = await db
    .insertInto('corporate_members')
    .values({
      workspace_id: workspaceId,
      corporate_id: corporateId,
      member_id: memberId,
      title,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'corporate_id', 'member_id']).doUpdateSet({ title }),
    )
    // Nonzero if the row existed and was updated.
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow();
  return isNew;
}

/** Ends a membership; false if there was none. */
export async function deleteMembership(
  db: Db,
  { workspaceId, corporateId, memberId }: Membership,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('corporate_members')
    .where('workspace_id', '=', workspaceId)
    .where('corporate_id', '=', corporateId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Account types of two customers, locked so that they cannot change before the membership is written. */
export async function lockAccountTypes(
  db: Db,
  { workspaceId, corporateId, memberId }: Membership,
): Promise<Map<string, 'Individual' | 'Corporate'>> {
  const rows = await db
    .selectFrom('customers')
    .select(['id', 'account_type'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', [corporateId, memberId])
    .orderBy('id')
    .forShare()
    .execute();
  return new Map(rows.map((row) => [row.id, row.account_type]));
}

/** Locks a customer, so that no membership is written until its account type has changed. */
export async function lockAccountType(
  db: Db,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<void> {
  await db
    .selectFrom('customers')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .forNoKeyUpdate()
    .execute();
}

/** Whether the customer is on this side of any membership. */
export async function hasMemberships(
  db: Db,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<{ asAccount: boolean; asPerson: boolean }> {
  const { rows } = await sql<{ as_account: boolean; as_person: boolean }>`
    SELECT EXISTS (SELECT FROM corporate_members WHERE workspace_id = ${workspaceId} AND corporate_id = ${customerId}) AS as_account,
           EXISTS (SELECT FROM corporate_members WHERE workspace_id = ${workspaceId} AND member_id = ${customerId}) AS as_person`.execute(
    db,
  );
  return { asAccount: rows[0]?.as_account ?? false, asPerson: rows[0]?.as_person ?? false };
}
