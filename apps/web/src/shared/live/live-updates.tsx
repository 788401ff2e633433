import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOptionalUser } from '../session/session-context.tsx';
import { affectedKeys } from './affected-keys.ts';
import { openLiveChannel, type LiveListener } from './live-channel.ts';

const gatherMs = 200;
/** An import changes thousands of customers: the list on screen follows it once a second. */
const restMs = 1_000;

/** Keeps the queries on screen fresh while others work. Draws nothing; mount it once below the query client. */
export function LiveUpdates(): null {
  const client = useQueryClient();
  const user = useOptionalUser();
  const [id, workspaceId] = [user?.id, user?.workspaceId];

  useEffect(() => {
    if (id === undefined || workspaceId == null) return undefined;
    const refresher = createRefresher(client);
    const close = openLiveChannel(`live:${id}:${workspaceId}`, refresher);
    return () => {
      close();
      refresher.stop();
    };
  }, [client, id, workspaceId]);

  return null;
}

/** Gathers notices and invalidates each key once, with a rest in between. */
export function createRefresher(client: QueryClient): LiveListener & { stop: () => void } {
  const stale = new Map<string, readonly string[]>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const flush = (): void => {
    timer = null;
    if (stale.size === 0) return;
    const keys = [...stale.values()];
    stale.clear();
    timer = setTimeout(flush, restMs);
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  };

  return {
    onNotice: (notice) => {
      for (const key of affectedKeys(notice)) stale.set(key.join(' '), key);
      timer ??= setTimeout(flush, gatherMs);
    },
    onResync: () => void client.invalidateQueries(),
    onOpen: () => void client.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt > 0 }),
    stop: () => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
