import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/**
 * For gates: whether the teaser of a business is released, and a version of its CIM approved. Null for one that does not
 * exist here: that of another system can be confirmed.
 */
export async function profileFacts(
  db: Db,
  { workspaceId, businessId }: { workspaceId: string; businessId: string },
): Promise<{ isTeaserReleased: boolean | null; isCimApproved: boolean | null }> {
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
  const teaser = rows.find(({ kind }) => kind === 'teaser');
  return {
    isTeaserReleased: teaser === undefined ? null : teaser.released_number !== null,
    isCimApproved: rows.find(({ kind }) => kind === 'cim')?.is_approved ?? null,
  };
}
