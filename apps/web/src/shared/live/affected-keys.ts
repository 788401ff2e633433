import type { LiveNotice, LiveNoun } from '@handover/contract/events.ts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

export type Change = Pick<LiveNotice, 'noun' | 'customerId'> & Partial<Pick<LiveNotice, 'businessId'>>;

/** Nouns whose screens also show something of the changed one: counts, last activity, excerpts. */
const alsoShownWith: Partial<Record<LiveNoun, readonly LiveNoun[]>> = {
  note: ['customer', 'activity'],
  task: ['customer', 'activity'],
  message: ['customer', 'activity'],
  activity: ['customer'],
  customer: ['activity', 'task'],
  import: ['customer'],
  bulk: ['customer', 'business', 'task', 'activity'],
  business: ['activity'],
};

/**
 * The beginnings of the query keys that a change makes stale. Keys of live data are
 * `[noun, record id | 'all', …]`; a change that names no record concerns every key of its noun.
 */
export function affectedKeys({ noun, customerId, businessId = null }: Change): string[][] {
  const nouns = [noun, ...(alsoShownWith[noun] ?? [])];
  const records = [customerId, businessId].filter((id) => id !== null);
  if (records.length === 0) return nouns.map((name) => [name]);
  return nouns.flatMap((name) => [...records, 'all'].map((record) => [name, record]));
}

/** Refetches what is on screen and stale by this change; the rest follows when it is shown again. */
export async function refresh(client: QueryClient, change: Change): Promise<void> {
  await Promise.all(affectedKeys(change).map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** `refresh` for what the person at the screen changed, in the same way that others hear of it. */
export function useRefresh(): (change: Change) => void {
  const client = useQueryClient();
  return useCallback((change) => void refresh(client, change), [client]);
}
