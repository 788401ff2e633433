import { findLeaks } from '@handover/domain/leak-check/leak-check.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { getIdentifyingFacts, getProfileFacts } from './profile-facts.queries.ts';
import { toTeaserPath } from './profiles.presenter.ts';

/** For gates: whether the teaser of a business is released, a version of its CIM approved, and its CIM released. */
export async function loadProfileFacts(
  db: Db,
  { workspaceId, businessId }: { workspaceId: string; businessId: string },
): Promise<{ isTeaserReleased: boolean; isCimApproved: boolean; isCimReleased: boolean }> {
  const rows = await db
    .selectFrom('business_profiles as profiles')
    .select([
      'profiles.kind',
      'profiles.released_number',
      sql<boolean>`EXISTS (SELECT FROM profile_approvals AS approvals WHERE approvals.workspace_id = ${workspaceId}
        AND approvals.profile_id = profiles.id AND approvals.status = 'approved'
        AND NOT EXISTS (SELECT FROM profile_approvals AS later WHERE later.workspace_id = ${workspaceId}
          AND later.profile_id = profiles.id AND later.number = approvals.number AND later.status <> 'replaced'
          AND (later.requested_at, later.id) > (approvals.requested_at, approvals.id)))`.as('is_approved'),
    ])
    .where('profiles.workspace_id', '=', workspaceId)
    .where('profiles.business_id', '=', businessId)
    .execute();
  const isReleased = (wanted: 'teaser' | 'cim'): boolean =>
    rows.some(({ kind, released_number: number }) => kind === wanted && number !== null);
  return {
    isTeaserReleased: isReleased('teaser'),
    isCimApproved: rows.some(({ kind, is_approved: isApproved }) => kind === 'cim' && isApproved),
    isCimReleased: isReleased('cim'),
  };
}

/** The public page of the released teaser of a business on the market; null without one. */
export async function findTeaserPath(
  db: Db,
  { workspaceId, businessId }: { workspaceId: string; businessId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('business_profiles')
    .select(['workspace_id', 'id'])
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .where('kind', '=', 'teaser')
    .where('released_at', 'is not', null)
    .executeTakeFirst();
  return row === undefined ? null : toTeaserPath(row);
}

/** For the gates of businesses: the first passage of the public title that gives the business away; null without one. */
export async function getPublicTitleFact(
  db: Db,
  business: { workspaceId: string; businessId: string },
): Promise<{ publicTitleLeak: string | null }> {
  const { publicTitle } = await getProfileFacts(db, business);
  const [passage = null] =
    publicTitle === null ? [] : await findPassages(db, { ...business, text: publicTitle });
  return { publicTitleLeak: passage };
}

/** The passages of a text that give a business away, in their order. */
export async function findPassages(
  db: Db,
  {
    text,
    isMessage = false,
    ...business
  }: { workspaceId: string; businessId: string; text: string; isMessage?: boolean },
): Promise<string[]> {
  const leaks = findLeaks(text, await getIdentifyingFacts(db, business), { isMessage });
  return leaks.map(({ start, end }) => text.slice(start, end));
}
