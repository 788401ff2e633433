import { formatCount } from '@handover/domain/format-count.ts';
import type { Activity } from '@handover/contract/records/activities.ts';

type Run = readonly [Activity, ...Activity[]];

/** Sign-ins and edits of fields. They are muted, and several in a row are one entry. */
export function isMinor({ type }: Pick<Activity, 'type'>): boolean {
  return type === 'customer.signed_in' || type.endsWith('.updated');
}

/** The entries in order, with consecutive minor entries grouped. */
export function groupMinor(activities: readonly Activity[]): Run[] {
  const runs: [Activity, ...Activity[]][] = [];
  for (const activity of activities) {
    const last = runs.at(-1);
    if (last !== undefined && isMinor(activity) && isMinor(last[0])) last.push(activity);
    else runs.push([activity]);
  }
  return runs;
}

/** Whether the person signed in again and did nothing in between; `later` is the entry above. */
export function isRepeatedSignIn(
  { type, actor }: Pick<Activity, 'type' | 'actor'>,
  later: Pick<Activity, 'type' | 'actor'> | undefined,
): boolean {
  return type === 'customer.signed_in' && later?.type === type && later.actor?.id === actor?.id;
}

/** “2 sign-ins and 3 changes”. */
export function formatMinorTitle(activities: readonly Activity[]): string {
  const signIns = activities.filter(({ type }) => type === 'customer.signed_in').length;
  const changes = activities.length - signIns;
  return [signIns > 0 && formatCount(signIns, 'sign-in'), changes > 0 && formatCount(changes, 'change')]
    .filter(Boolean)
    .join(' and ');
}
