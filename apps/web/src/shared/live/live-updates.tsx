import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { LiveNotice, LiveNoun } from '@handover/contract/http/events.ts';
import { recordTypes } from '@handover/contract/records/records.ts';
import { toCalendarDate } from '@handover/domain/local-time.ts';
import { onMinute } from '@handover/ui/parts/minute-clock.ts';
import { useOptionalUser, useSessionActions } from '#shared/session/session-context.tsx';
import { type LiveListener, openLiveChannel, setStreamState } from './live-channel.ts';

const gatherMs = 200;
/** An import changes thousands of customers, so the list on screen is refreshed only once per second. */
const restMs = 1_000;

/**
 * Refreshes the queries on screen while others work, and “today” at midnight. Renders nothing; mount it once below the
 * query client.
 */
export function LiveUpdates(): null {
  const client = useQueryClient();
  const user = useOptionalUser();
  const { refresh: refreshProfile } = useSessionActions();
  const [id, workspaceId] = [user?.id, user?.workspaceId];

  useEffect(() => {
    if (id === undefined || workspaceId == null) return undefined;
    const refresher = createRefresher(client, () => void refreshProfile());
    const close = openLiveChannel(`live:${id}:${workspaceId}`, refresher);
    return () => {
      close();
      refresher.stop();
    };
  }, [client, refreshProfile, id, workspaceId]);

  const timeZone = user?.timeZone;
  useEffect(
    () => (timeZone === undefined ? undefined : onNewDay(timeZone, () => void refreshProfile())),
    [timeZone, refreshProfile],
  );

  return null;
}

/** Calls the listener when a new day begins in the time zone. Returns a function that stops it. */
export function onNewDay(timeZone: string, listener: () => void): () => void {
  const dateNow = (): string => toCalendarDate(new Date(), timeZone);
  let date = dateNow();
  return onMinute(() => {
    if (date === dateNow()) return;
    date = dateNow();
    listener();
  });
}

/**
 * Gathers notices and invalidates each key once, with a pause in between. A change of the workspace may change the
 * user's permissions.
 */
export function createRefresher(
  client: QueryClient,
  refreshProfile: () => void,
): LiveListener & { stop: () => void } {
  let hasOpened = false;
  const stale = new Map<string, readonly string[]>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const flush = (): void => {
    timer = null;
    if (stale.size === 0) return;
    const keys = [...stale.values()];
    if (stale.has('workspace')) refreshProfile();
    stale.clear();
    timer = setTimeout(flush, restMs);
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  };

  return {
    onNotice: (notice) => {
      for (const key of listAffectedKeys(notice)) stale.set(key.join(' '), key);
      timer ??= setTimeout(flush, gatherMs);
    },
    onResync: () => {
      setStreamState('open');
      refreshProfile();
      void client.invalidateQueries();
    },
    onOpen: () => {
      setStreamState('open');
      // The server also ends a stream when the user's permissions change.
      if (hasOpened) refreshProfile();
      hasOpened = true;
    },
    onLost: () => setStreamState('lost'),
    stop: () => {
      setStreamState('open');
      if (timer !== null) clearTimeout(timer);
    },
  };
}

export type Change = Pick<LiveNotice, 'noun' | 'customerId'> &
  Partial<Pick<LiveNotice, 'businessId' | 'dealId'>>;

/**
 * Other nouns that show data of the changed one: counts, last activity, excerpts, the buyer's access through a deal or
 * an NDA, the commission of a deal, and the input of deal and business gates.
 */
const alsoShownWith: Partial<Record<LiveNoun, readonly LiveNoun[]>> = {
  note: ['customer', 'activity'],
  task: ['customer', 'activity'],
  message: ['customer', 'activity'],
  document: ['activity', 'business'],
  activity: ['customer'],
  customer: ['activity', 'task'],
  import: ['customer'],
  bulk: [...recordTypes, 'activity'],
  business: ['activity', 'deal'],
  buyer: ['deal'],
  agreement: ['deal', 'document', 'business'],
  deal: ['activity', 'document', 'commission'],
};

/**
 * The prefixes of the query keys that a change makes stale. Keys of live data are `[noun, record id | 'all', …]`; a
 * change without a record affects all keys of its noun.
 */
export function listAffectedKeys({ noun, customerId, businessId = null, dealId = null }: Change): string[][] {
  const nouns = [noun, ...(alsoShownWith[noun] ?? [])];
  const records = [customerId, businessId, dealId].filter((id) => id !== null);
  if (records.length === 0) return nouns.map((name) => [name]);
  return nouns.flatMap((name) => [...records, 'all'].map((record) => [name, record]));
}

/**
 * Refetches the affected queries on screen; other affected queries are refetched when they are shown again. For code
 * that waits until they are loaded, such as a button that the change removes.
 */
export async function refresh(client: QueryClient, change: Change): Promise<void> {
  await Promise.all(listAffectedKeys(change).map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** `refresh` for a change made by the current user, without waiting. */
export function useRefresh(): (change: Change) => void {
  const client = useQueryClient();
  return useCallback((change) => void refresh(client, change), [client]);
}
