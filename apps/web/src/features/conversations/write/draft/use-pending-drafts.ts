import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useUser } from '#shared/session/session-context.tsx';
import { emailDraftsQuery } from '../email-draft.queries.ts';
import { syncDraft } from './sync-draft.ts';
import { shelfOf } from './draft-stores.ts';
import { pendingDrafts, type PendingDraft } from './pending-drafts.ts';

/** The own drafts to a customer that wait to be finished, on this device or on the server. */
export function usePendingDrafts(customerId: string): readonly PendingDraft[] {
  const userId = useUser().id;
  const shelf = shelfOf({ userId, customerId });
  const kept = useSyncExternalStore(shelf.subscribe, shelf.get);
  const { data } = useQuery(emailDraftsQuery(customerId));
  useEffect(() => {
    if (data !== undefined) syncDraft({ userId, customerId, stored: data.drafts });
  }, [userId, customerId, data]);
  return useMemo(() => pendingDrafts(kept, data?.drafts), [kept, data]);
}
