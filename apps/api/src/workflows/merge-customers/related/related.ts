import type { Db } from '#db/client.ts';
import type { MergeKey } from '../merges.queries.ts';
import { moveDismissals, moveLinks, returnDismissals, returnLinks } from './links.queries.ts';
import { moveActivities, moveRecords, returnActivities, returnRecords } from './records.queries.ts';
import { recountStats } from './stats.queries.ts';

/**
 * Moves whatever names the merged customer to the survivor and keeps what was moved. Run again, it moves
 * what has come to the merged customer since.
 */
export async function moveRelatedRows(db: Db, key: MergeKey): Promise<void> {
  await moveRecords(db, key);
  await moveLinks(db, key);
  await moveDismissals(db, key);
  await moveActivities(db, key);
  await recountStats(db, { workspaceId: key.workspaceId, customerId: key.survivorId });
}

/** Gives every piece back. What the survivor has got since stays with the survivor. */
export async function returnRelatedRows(db: Db, key: MergeKey): Promise<void> {
  await returnRecords(db, key);
  await returnLinks(db, key);
  await returnDismissals(db, key);
  await returnActivities(db, key);
  for (const customerId of [key.survivorId, key.mergedId])
    await recountStats(db, { workspaceId: key.workspaceId, customerId });
}
