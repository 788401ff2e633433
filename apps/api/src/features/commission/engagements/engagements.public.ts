import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** For the gates of businesses: whether an engagement letter is signed. */
export async function engagementFact(
  db: Db,
  { workspaceId, businessId }: { workspaceId: string; businessId: string },
): Promise<{ isEngagementSigned: boolean }> {
  const { rows } = await sql`
    SELECT FROM engagement_letters WHERE workspace_id = ${workspaceId} AND business_id = ${businessId}
      AND status = 'signed' LIMIT 1`.execute(db);
  return { isEngagementSigned: rows.length > 0 };
}
