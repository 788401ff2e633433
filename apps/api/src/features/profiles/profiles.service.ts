import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import type {
  Profile,
  ProfileKind,
  ProfileReading,
  updateBusinessProfile,
} from '@handover/contract/profiles.ts';
import { findLeaks, type IdentifyingFacts } from '@handover/domain/leak-check/leak-check.ts';
import { createCimTemplate, createTeaserTemplate } from '@handover/domain/profiles/profile-template.ts';
import { getActiveBusiness, getBusinessRef } from '#features/businesses/businesses.public.ts';
import { AppError, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { recordActivity } from '#platform/activities.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Db } from '#db/client.ts';
import type { Work } from '#platform/work.ts';
import { isVersionApproved } from './approvals.queries.ts';
import { listFindings, presentProfile, presentReading } from './profiles.presenter.ts';
import { getIdentifyingFacts, getProfileFacts } from './profile-facts.queries.ts';
import {
  findProfileRow,
  findVersion,
  insertProfile,
  listProfileRows,
  listVersions,
  setReleased,
  updateDraft,
  type ProfileRow,
} from './profiles.queries.ts';

/** Teaser and CIM of a business, as far as they exist. Throws NOT_FOUND. */
export async function listProfiles(work: Work, actor: Member, id: string): Promise<Profile[]> {
  const { id: businessId } = await getBusinessRef(work.db, actor, id);
  const { workspaceId } = actor;
  const rows = await listProfileRows(work.db, { workspaceId, businessId });
  return presentAll(work, rows);
}

/** Throws NOT_FOUND, RULE_BROKEN in the trash, CONFLICT for a second one of a kind. */
export async function createProfile(
  work: Work,
  actor: Member,
  { businessId, kind }: { businessId: string; kind: ProfileKind },
): Promise<Profile> {
  const { workspaceId } = actor;
  await getActiveBusiness(work.db, actor, businessId);
  const facts = await getProfileFacts(work.db, { workspaceId, businessId });
  const text = kind === 'teaser' ? createTeaserTemplate(facts) : createCimTemplate(facts);
  const profileId = newId();
  if (!(await insertProfile(work.db, { workspaceId, profileId, businessId, kind, text, now: work.now })))
    throw new AppError('CONFLICT', 'This business already has one. Reload the page to see it.');
  return reloadProfile(work, actor, profileId);
}

/** Throws NOT_FOUND, STALE_VERSION with the current profile. */
export async function changeProfile(
  work: Work,
  actor: Member,
  {
    profileId,
    input: { version, title, sections },
  }: { profileId: string; input: BodyOf<typeof updateBusinessProfile> },
): Promise<Profile> {
  const { workspaceId } = actor;
  await loadProfile(work, actor, profileId);
  if (!(await updateDraft(work.db, { workspaceId, profileId, version, title, sections, now: work.now })))
    throw staleVersion(await presentOne(work, await loadProfile(work, actor, profileId)));
  return reloadProfile(work, actor, profileId);
}

/**
 * Releases an approved version, after the leak check has read it again: the record may have changed. Throws NOT_FOUND,
 * RULE_BROKEN without the seller's approval or with findings.
 */
export async function releaseVersion(
  work: Work,
  actor: Member,
  { profileId, number }: { profileId: string; number: number },
): Promise<Profile> {
  const { workspaceId } = actor;
  const row = await loadProfile(work, actor, profileId);
  const version = await findVersion(work.db, { workspaceId, profileId, number });
  if (version === null) throw notFound('version');
  if (!(await isVersionApproved(work.db, { workspaceId, profileId, number })))
    throw new AppError('RULE_BROKEN', 'The seller has not approved this version.');
  await assertNoFindings(work, row, version);
  if (row.released_number === number) return presentOne(work, row);
  await setReleased(work.db, { workspaceId, profileId, number, now: work.now });
  work.audit({ kind: row.kind, number });
  await recordEvent(work, { row, event: 'released', actorId: actor.userId });
  return reloadProfile(work, actor, profileId);
}

/** Throws NOT_FOUND, RULE_BROKEN for a profile that is not released. */
export async function withdrawRelease(work: Work, actor: Member, profileId: string): Promise<Profile> {
  const { workspaceId } = actor;
  const row = await loadProfile(work, actor, profileId);
  if (row.released_number === null) throw new AppError('RULE_BROKEN', 'This version is not released.');
  await setReleased(work.db, { workspaceId, profileId, number: null, now: work.now });
  work.audit({ kind: row.kind, number: row.released_number });
  await recordEvent(work, { row, event: 'withdrawn', actorId: actor.userId });
  return reloadProfile(work, actor, profileId);
}

/** Throws NOT_FOUND. */
export async function getVersion(
  work: Work,
  actor: Member,
  { profileId, number }: { profileId: string; number: number },
): Promise<{ row: ProfileRow; reading: ProfileReading }> {
  const row = await findReadableProfile(work, actor, profileId);
  const version = await findVersion(work.db, { workspaceId: actor.workspaceId, profileId, number });
  if (version === null) throw notFound('version');
  return { row, reading: presentReading(version) };
}

/** A profile of a business that the member may read, also in the trash. Throws NOT_FOUND. */
export async function findReadableProfile(
  { db }: Pick<Work, 'db'>,
  actor: Member,
  profileId: string,
): Promise<ProfileRow> {
  const row = await findProfileRow(db, { workspaceId: actor.workspaceId, profileId });
  if (row === null) throw notFound('profile');
  await getBusinessRef(db, actor, row.business_id);
  return row;
}

/** A profile of an active business. Throws NOT_FOUND, RULE_BROKEN in the trash. */
export async function loadProfile(
  { db }: Pick<Work, 'db'>,
  actor: Member,
  profileId: string,
): Promise<ProfileRow> {
  const row = await findProfileRow(db, { workspaceId: actor.workspaceId, profileId });
  if (row === null) throw notFound('profile');
  await getActiveBusiness(db, actor, row.business_id);
  return row;
}

/** Throws RULE_BROKEN with each passage that has to be changed. */
export async function assertNoFindings(
  { db }: Pick<Work, 'db'>,
  { workspace_id: workspaceId, business_id: businessId, kind }: ProfileRow,
  text: Pick<ProfileRow, 'title' | 'sections'>,
): Promise<void> {
  const facts = kind === 'teaser' ? await getIdentifyingFacts(db, { workspaceId, businessId }) : null;
  if (facts !== null) await assertSafeListingNumber(db, { workspaceId, businessId, facts });
  const findings = listFindings(text, facts);
  if (findings.length === 0) return;
  const passages = findings.slice(0, 3).map(({ passage }) => `“${passage.slice(0, 80)}”`);
  throw new AppError(
    'RULE_BROKEN',
    `Change these passages first: ${passages.join(', ')}${findings.length > 3 ? ` and ${String(findings.length - 3)} more` : ''}.`,
    {
      errors: findings.map(({ section, kind: found, passage }) => ({
        path: section === null ? 'title' : `sections.${String(section)}`,
        message: `${found}: ${passage.slice(0, 200)}`,
      })),
    },
  );
}

/** A teaser shows the listing number of the business, which is not part of its text. */
async function assertSafeListingNumber(
  db: Db,
  { facts, ...business }: { workspaceId: string; businessId: string; facts: IdentifyingFacts },
): Promise<void> {
  const { listingNumber } = await getProfileFacts(db, business);
  if (listingNumber === null || findLeaks(listingNumber, facts).length === 0) return;
  throw new AppError(
    'RULE_BROKEN',
    `The listing number “${listingNumber}” reveals the business. Change it first.`,
  );
}

/** Writes the timeline of the business; its owner sees it. */
export async function recordEvent(
  work: Work,
  {
    row: { workspace_id: workspaceId, business_id: businessId, kind },
    event,
    actorId,
    detail = {},
  }: {
    row: Pick<ProfileRow, 'workspace_id' | 'business_id' | 'kind'>;
    event: 'sent' | 'approved' | 'declined' | 'released' | 'withdrawn';
    actorId: string | null;
    detail?: Record<string, unknown>;
  },
): Promise<void> {
  await recordActivity(work, {
    workspaceId,
    actorId,
    customerId: null,
    businessId,
    type: `business.${kind}_${event}`,
    subject: { kind: 'business', id: businessId },
    audience: 'client',
    detail,
  });
  work.publish({ workspaceId, noun: 'business', id: businessId, isForClient: true });
}

/** Reloads the profile after a write and notifies open pages. */
export async function reloadProfile(work: Work, actor: Member, profileId: string): Promise<Profile> {
  const row = await loadProfile(work, actor, profileId);
  work.publish({ workspaceId: actor.workspaceId, noun: 'business', id: row.business_id });
  return presentOne(work, row);
}

async function presentOne(work: Work, row: ProfileRow): Promise<Profile> {
  const [profile] = await presentAll(work, [row]);
  if (profile === undefined) throw notFound('profile');
  return profile;
}

/** Profiles of one business. */
async function presentAll({ db, now }: Work, rows: readonly ProfileRow[]): Promise<Profile[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const { workspace_id: workspaceId, business_id: businessId } = first;
  const versions = await listVersions(db, { workspaceId, profileIds: rows.map(({ id }) => id) });
  const facts = await getIdentifyingFacts(db, { workspaceId, businessId });
  return rows.map((row) => presentProfile(row, { versions, facts, now }));
}
