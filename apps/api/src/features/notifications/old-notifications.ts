import { addMinutes } from '#lib/clock.ts';
import { listWorkspaceIds } from '#platform/files/store/garbage.queries.ts';
import type { WorkRunner } from '#platform/work.ts';
import { deleteReadBefore } from './notifications.queries.ts';

const retentionMinutes = 365 * 24 * 60;
const limit = 10_000;

/** Deletes notifications that were read more than a year ago, one workspace at a time; what is left over, next time. */
export async function deleteOldNotifications({ db, clock }: WorkRunner): Promise<void> {
  const before = addMinutes(clock.now(), -retentionMinutes);
  for (const workspaceId of await listWorkspaceIds(db))
    await deleteReadBefore(db, { workspaceId, before, limit });
}
