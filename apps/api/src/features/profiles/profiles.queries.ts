import type { ProfileKind, ProfileSection } from '@handover/contract/profiles.ts';
import type { ProfileText } from '@handover/domain/profiles/profile-text.ts';
import type { ExpressionBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Database } from '#db/schema/database.ts';
import type { ProfileVersionsTable } from '#db/schema/profiles.ts';

type Key = { readonly workspaceId: string; readonly profileId: string };

function selectProfiles(db: Db, workspaceId: string) {
  return db
    .selectFrom('business_profiles as profiles')
    .innerJoin('businesses', (join) =>
      join
        .onRef('businesses.workspace_id', '=', 'profiles.workspace_id')
        .onRef('businesses.id', '=', 'profiles.business_id'),
    )
    .select((eb) => [
      'profiles.workspace_id',
      'profiles.id',
      'profiles.business_id',
      'profiles.kind',
      'profiles.title',
      'profiles.sections',
      'profiles.released_number',
      'profiles.released_at',
      'profiles.version',
      'profiles.created_at',
      'profiles.updated_at',
      'businesses.broker_id',
      'businesses.name as business_name',
      'businesses.stage as business_stage',
      'businesses.deleted_at as business_deleted_at',
      eb
        .selectFrom('profile_views as views')
        .whereRef('views.workspace_id', '=', 'profiles.workspace_id')
        .whereRef('views.profile_id', '=', 'profiles.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('view_count'),
    ])
    .where('profiles.workspace_id', '=', workspaceId);
}

export type ProfileRow = Awaited<ReturnType<ReturnType<typeof selectProfiles>['execute']>>[number];

/** The teaser first. */
export function listProfileRows(
  db: Db,
  { workspaceId, businessId }: { readonly workspaceId: string; readonly businessId: string },
): Promise<ProfileRow[]> {
  return selectProfiles(db, workspaceId)
    .where('profiles.business_id', '=', businessId)
    .orderBy('profiles.kind', 'desc')
    .execute();
}

export async function findProfileRow(db: Db, { workspaceId, profileId }: Key): Promise<ProfileRow | null> {
  const row = await selectProfiles(db, workspaceId).where('profiles.id', '=', profileId).executeTakeFirst();
  return row ?? null;
}

/** False if the business has one of this kind. */
export async function insertProfile(
  db: Db,
  {
    workspaceId,
    profileId,
    businessId,
    kind,
    text,
    now,
  }: Key & { businessId: string; kind: ProfileKind; text: ProfileText; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('business_profiles')
    .values({
      workspace_id: workspaceId,
      id: profileId,
      business_id: businessId,
      kind,
      title: text.title,
      sections: JSON.stringify(text.sections),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'business_id', 'kind']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes the draft and its version; false if the version is stale. */
export async function updateDraft(
  db: Db,
  {
    workspaceId,
    profileId,
    version,
    title,
    sections,
    now,
  }: Key & { version: number; title: string; sections: readonly ProfileSection[]; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('business_profiles')
    .set({ title, sections: JSON.stringify(sections), version: version + 1, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', profileId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a profile, so that concurrent requests create only one version. */
export async function lockProfile(db: Db, { workspaceId, profileId }: Key): Promise<void> {
  await db
    .selectFrom('business_profiles')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', profileId)
    .forUpdate()
    .execute();
}

/** Null ends the release. */
export async function setReleased(
  db: Db,
  { workspaceId, profileId, number, now }: Key & { number: number | null; now: Date },
): Promise<void> {
  await db
    .updateTable('business_profiles')
    .set({ released_number: number, released_at: number === null ? null : now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', profileId)
    .execute();
}

/** Versions of profiles, newest first, each with the last request to approve it. */
export function listVersions(
  db: Db,
  { workspaceId, profileIds }: { readonly workspaceId: string; readonly profileIds: readonly string[] },
) {
  return db
    .selectFrom('profile_versions as versions')
    .innerJoin('users as authors', 'authors.id', 'versions.created_by')
    .leftJoinLateral(selectLastApproval(workspaceId), (join) => join.onTrue())
    .select([
      'versions.profile_id',
      'versions.number',
      'versions.title',
      'versions.sections',
      'versions.created_by',
      'versions.created_at',
      'authors.display_name as author_name',
      'last.approval_id',
      'last.status',
      'last.requested_by',
      'last.sender_name',
      'last.requested_at',
      'last.sent_to',
      'last.deadline',
      'last.decided_at',
      'last.decider_name',
      'last.reason',
    ])
    .where('versions.workspace_id', '=', workspaceId)
    .where('versions.profile_id', '=', (eb) => eb.fn.any(eb.val([...profileIds])))
    .orderBy('versions.number', 'desc')
    .execute();
}

/** The last request about a version. */
function selectLastApproval(workspaceId: string) {
  return ({ selectFrom }: ExpressionBuilder<Database & { versions: ProfileVersionsTable }, 'versions'>) =>
    selectFrom('profile_approvals as approvals')
      .innerJoin('users as senders', 'senders.id', 'approvals.requested_by')
      .select([
        'approvals.id as approval_id',
        'approvals.status',
        'approvals.requested_by',
        'senders.display_name as sender_name',
        'approvals.requested_at',
        'approvals.sent_to',
        'approvals.deadline',
        'approvals.decided_at',
        'approvals.decider_name',
        'approvals.reason',
      ])
      .where('approvals.workspace_id', '=', workspaceId)
      .whereRef('approvals.profile_id', '=', 'versions.profile_id')
      .whereRef('approvals.number', '=', 'versions.number')
      .orderBy('approvals.requested_at', 'desc')
      .orderBy('approvals.id', 'desc')
      .limit(1)
      .as('last');
}

export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

export async function findVersion(db: Db, { workspaceId, profileId, number }: Key & { number: number }) {
  const row = await db
    .selectFrom('profile_versions')
    .select(['number', 'title', 'sections'])
    .where('workspace_id', '=', workspaceId)
    .where('profile_id', '=', profileId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertVersion(
  db: Db,
  {
    workspaceId,
    profileId,
    number,
    title,
    sections,
    createdBy,
    now,
  }: Key & {
    number: number;
    title: string;
    sections: readonly ProfileSection[];
    createdBy: string;
    now: Date;
  },
): Promise<void> {
  await db
    .insertInto('profile_versions')
    .values({
      workspace_id: workspaceId,
      profile_id: profileId,
      number,
      title,
      sections: JSON.stringify(sections),
      created_by: createdBy,
      created_at: now,
    })
    .execute();
}
