import type { EmailDraft } from '@handover/contract/email-drafts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { DraftHandle } from '../../../../shared/drafts/use-draft.ts';
import { useUser } from '../../../../shared/session/session-context.tsx';
import { isBlank } from '../email-draft.ts';
import { emailDraftQuery } from '../email-draft.queries.ts';
import type { DraftStore, DraftView } from './draft-store.ts';
import { draftStoreOf } from './draft-stores.ts';

export interface EmailDraftHandle extends DraftHandle<EmailDraft> {
  store: DraftStore;
  view: DraftView;
}

/** The e-mail being written to a customer; while this is used, it is saved and follows what is written elsewhere. */
export function useEmailDraft(customerId: string): EmailDraftHandle {
  const userId = useUser().id;
  const client = useQueryClient();
  const store = useMemo(() => draftStoreOf({ userId, customerId }), [userId, customerId]);
  const view = useSyncExternalStore(store.subscribe, store.get);
  const query = emailDraftQuery(customerId);
  const { data } = useQuery(query);

  useEffect(() => {
    const { queryKey } = emailDraftQuery(customerId);
    return store.attach((draft) => client.setQueryData(queryKey, { draft }));
  }, [store, client, customerId]);
  useEffect(() => {
    if (data !== undefined) store.receive(data.draft);
  }, [store, data]);

  return {
    store,
    view,
    values: view.content,
    isEmpty: isBlank(view.content),
    change: store.change,
    keyForSend: store.keyForSend,
    clear: () => {
      store.sent();
      void client.invalidateQueries({ queryKey: query.queryKey });
    },
  };
}
