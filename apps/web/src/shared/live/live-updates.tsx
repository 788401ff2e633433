import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOptionalUser, useSessionActions } from '#shared/session/session-context.tsx';
import { affectedKeys } from './affected-keys.ts';
import { setStreamState } from './connection.ts';
import { openLiveChannel, type LiveListener } from './live-channel.ts';

const gatherMs = 200;
/** An import changes thousands of customers: the list on screen follows it once a second. */
const restMs = 1_000;

/** Keeps the queries on screen fresh while others work. Draws nothing; mount it once below the query client. */
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

  return null;
}

/** Gathers notices and invalidates each key once, with a rest in between. What changes the workspace may change the user's rights. */
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
      for (const key of affectedKeys(notice)) stale.set(key.join(' '), key);
      timer ??= setTimeout(flush, gatherMs);
    },
    onResync: () => {
      setStreamState('open');
      refreshProfile();
      void client.invalidateQueries();
    },
    onOpen: () => {
      setStreamState('open');
      // A stream is also cut when the user's rights change.
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
