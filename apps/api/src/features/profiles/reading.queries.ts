import { closedStages } from '@handover/contract/businesses/business-stages.ts';
import { endedDealStages } from '@handover/contract/deals/deal-stages.ts';
import { sql, type Insertable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ProfileViewsTable } from '#db/schema/profiles.ts';
import { hasOpenDocuments } from '#features/deals/deals.public.ts';
import type { Position } from '#lib/pagination.ts';
import type { Member } from '#platform/session/actor.ts';

export async function insertView(db: Db, row: Insertable<ProfileViewsTable>): Promise<void> {
  await db.insertInto('profile_views').values(row).execute();
}

/** Newest first. */
export function listViews(
  db: Db,
  {
    workspaceId,
    profileId,
    after,
    limit,
  }: { workspaceId: string; profileId: string; after: Position | null; limit: number },
) {
  let query = db
    .selectFrom('profile_views as views')
    .leftJoin('users', 'users.id', 'views.user_id')
    .select([
      'views.id',
      'views.number',
      'views.reader',
      'views.user_id',
      'views.deal_id',
      'views.format',
      'views.ip_address',
      'views.viewed_at',
      'users.display_name as user_name',
    ])
    .where('views.workspace_id', '=', workspaceId)
    .where('views.profile_id', '=', profileId);
  if (after !== null)
    query = query.where(
      sql<boolean>`(views.viewed_at, views.id) < (${String(after[0])}::timestamptz, ${String(after[1])}::uuid)`,
    );
  return query.orderBy('views.viewed_at', 'desc').orderBy('views.id', 'desc').limit(limit).execute();
}

export async function countViews(
  db: Db,
  { workspaceId, profileId }: { workspaceId: string; profileId: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('profile_views')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow();
  return count;
}

/** CIMs that the client may read as the buyer of a deal or as their advisor. */
function selectReadableCims(db: Db, member: Member) {
  return db
    .selectFrom('deals')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'deals.workspace_id')
        .onRef('customers.id', '=', 'deals.buyer_id'),
    )
    .innerJoin('businesses', (join) =>
      join
        .onRef('businesses.workspace_id', '=', 'deals.workspace_id')
        .onRef('businesses.id', '=', 'deals.business_id'),
    )
    .innerJoin('business_profiles as profiles', (join) =>
      join
        .onRef('profiles.workspace_id', '=', 'deals.workspace_id')
        .onRef('profiles.business_id', '=', 'deals.business_id')
        .on('profiles.kind', '=', 'cim'),
    )
    .innerJoin('profile_versions as versions', (join) =>
      join
        .onRef('versions.workspace_id', '=', 'profiles.workspace_id')
        .onRef('versions.profile_id', '=', 'profiles.id')
        .onRef('versions.number', '=', 'profiles.released_number'),
    )
    .select([
      'deals.id as deal_id',
      'deals.buyer_id',
      'deals.business_id',
      sql<string | null>`coalesce(deals.broker_id, businesses.broker_id)`.as('broker_id'),
      'profiles.id as profile_id',
      'profiles.released_at',
      'versions.number',
      'versions.title',
      'versions.sections',
      'businesses.name as business_name',
    ])
    .where('deals.workspace_id', '=', member.workspaceId)
    .where('businesses.deleted_at', 'is', null)
    .where(hasOpenDocuments(member));
}

export type CimRow = Awaited<ReturnType<ReturnType<typeof selectReadableCims>['execute']>>[number];

/** CIMs of open deals, newest release first. */
export function listReadableCims(db: Db, member: Member): Promise<CimRow[]> {
  return selectReadableCims(db, member)
    .where('deals.stage', 'not in', [...endedDealStages])
    .orderBy('profiles.released_at', 'desc')
    .orderBy('deals.id')
    .limit(100)
    .execute();
}

export async function findReadableCim(db: Db, member: Member, dealId: string): Promise<CimRow | null> {
  const row = await selectReadableCims(db, member).where('deals.id', '=', dealId).executeTakeFirst();
  return row ?? null;
}

/** A released teaser of a business that is still for sale; null otherwise. */
export async function findPublicTeaser(
  db: Db,
  { workspaceId, teaserId }: { workspaceId: string; teaserId: string },
) {
  const row = await db
    .selectFrom('business_profiles as profiles')
    .innerJoin('profile_versions as versions', (join) =>
      join
        .onRef('versions.workspace_id', '=', 'profiles.workspace_id')
        .onRef('versions.profile_id', '=', 'profiles.id')
        .onRef('versions.number', '=', 'profiles.released_number'),
    )
    .innerJoin('businesses', (join) =>
      join
        .onRef('businesses.workspace_id', '=', 'profiles.workspace_id')
        .onRef('businesses.id', '=', 'profiles.business_id'),
    )
    .innerJoin('workspaces', 'workspaces.id', 'profiles.workspace_id')
    .select([
      'profiles.workspace_id',
      'profiles.id as profile_id',
      'profiles.business_id',
      'profiles.released_at',
      'versions.number',
      'versions.title',
      'versions.sections',
      'businesses.listing_number',
      'businesses.broker_id',
    ])
    .where('profiles.workspace_id', '=', workspaceId)
    .where('profiles.id', '=', teaserId)
    .where('profiles.kind', '=', 'teaser')
    .where('businesses.deleted_at', 'is', null)
    .where('businesses.stage', 'not in', [...closedStages])
    .where('workspaces.archived_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export type TeaserRow = NonNullable<Awaited<ReturnType<typeof findPublicTeaser>>>;

export type Contact = {
  /** The broker's name. */
  readonly broker: string | null;
  readonly brokerage: string;
  readonly phone: string | null;
  readonly email: string | null;
};

/** How readers reach the broker, or the brokerage if nobody works for it under this id. */
export function findContact(db: Db, brokerId: string | null): Promise<Contact> {
  return db
    .selectFrom('installation')
    .leftJoin('users as brokers', (join) =>
      join.on('brokers.id', '=', brokerId).on('brokers.status', '=', 'active'),
    )
    .select((eb) => [
      'brokers.display_name as broker',
      'installation.name as brokerage',
      eb.fn.coalesce('brokers.phone', 'installation.support_phone').as('phone'),
      eb.fn.coalesce('brokers.email', 'installation.support_email').as('email'),
    ])
    .executeTakeFirstOrThrow();
}
