import type { Db } from '#db/client.ts';
import { isKindApproved } from './approvals.queries.ts';

/** For the gates of deals. Without a CIM here, the approval of another one can be confirmed. */
export async function cimFact(
  db: Db,
  { workspaceId, businessId }: { workspaceId: string; businessId: string },
): Promise<{ isCimApproved: boolean | null }> {
  return { isCimApproved: await isKindApproved(db, { workspaceId, businessId, kind: 'cim' }) };
}
