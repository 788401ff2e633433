import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** For gates: whether the teaser of a business is released, a version of its CIM approved, and its CIM released. */
export async function profileFacts(
  db: Db,
  { workspaceId, businessId }: { workspaceId: string; businessId: string },
): Promise<{ isTeaserReleased: boolean; isCimApproved: boolean; isCimReleased: boolean }> {
  const rows = await db
    .selectFrom('business_profiles as profiles')
    .select([
      'profiles.kind',
      'profiles.released_number',
      sql<boolean>`EXISTS (SELECT FROM profile_approvals AS approvals WHERE approvals.workspace_id = ${workspaceId}
        AND approvals.profile_id = profiles.id AND approvals.status = 'approved')`.as('is_approved'),
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
