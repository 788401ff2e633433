import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** For the gates of businesses: whether an engagement letter is signed and its term has not ended. */
export async function getEngagementFact(
  db: Db,
  { workspaceId, businessId, today }: { workspaceId: string; businessId: string; today: string },
): Promise<{ isEngagementSigned: boolean }> {
  const { rows } = await sql`
    SELECT FROM engagement_letters WHERE workspace_id = ${workspaceId} AND business_id = ${businessId}
      AND status = 'signed' AND (ends_on IS NULL OR ends_on >= ${today}::date) LIMIT 1`.execute(db);
  return { isEngagementSigned: rows.length > 0 };
}
