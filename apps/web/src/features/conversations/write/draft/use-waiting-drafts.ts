import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useUser } from '#shared/session/session-context.tsx';
import { emailDraftsQuery } from '../email-draft.queries.ts';
import { bringHome } from './bring-home.ts';
import { shelfOf } from './draft-stores.ts';
import { waitingDrafts, type WaitingDraft } from './waiting-drafts.ts';

/** The own drafts to a customer that wait to be finished, on this device or on the server. */
export function useWaitingDrafts(customerId: string): readonly WaitingDraft[] {
  const userId = useUser().id;
  const shelf = shelfOf({ userId, customerId });
  const kept = useSyncExternalStore(shelf.subscribe, shelf.get);
  const { data } = useQuery(emailDraftsQuery(customerId));
  useEffect(() => {
    if (data !== undefined) bringHome({ userId, customerId, stored: data.drafts });
  }, [userId, customerId, data]);
  return useMemo(() => waitingDrafts(kept, data?.drafts), [kept, data]);
}
