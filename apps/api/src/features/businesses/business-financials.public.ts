import { recastOf, type RecastYear } from '@handover/contract/financials.ts';
import type { Db } from '#db/client.ts';
import { listAddBacks, listPeriods } from './financials/financials.queries.ts';

/** Every full year of a business with its recast, newest first. */
export async function listRecastYears(
  db: Db,
  of: { readonly workspaceId: string; readonly businessId: string },
): Promise<RecastYear[]> {
  return recastOf({ periods: await listPeriods(db, of), addBacks: await listAddBacks(db, of) });
}
