import { nextDigest } from '@handover/domain/digest-times.ts';
import { defaultDigest } from '#platform/notification-channels/default-digest.ts';
import type { WorkRunner } from '#platform/work.ts';
import { listUnplanned, planDigest } from './digests.queries.ts';

const plannedAtOnce = 500;

/** Gives members without one the time of their next digest, and moves along with a workspace's time zone: 08:00 stays 08:00. */
export async function planDigests({ db, clock }: Pick<WorkRunner, 'db' | 'clock'>): Promise<void> {
  for (const row of await listUnplanned(db, plannedAtOnce)) {
    const { time_zone: timeZone, last_on: lastOn } = row;
    const digest = {
      ...defaultDigest,
      ...(row.hour === null ? {} : { hour: row.hour }),
      ...(row.weekdays === null ? {} : { weekdays: row.weekdays }),
    };
    const next = nextDigest({ ...digest, timeZone }, { after: clock.now(), lastOn });
    await planDigest(db, {
      workspaceId: row.workspace_id,
      userId: row.user_id,
      timeZone,
      ...digest,
      ...next,
    });
  }
}
