import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore, type ReactElement } from 'react';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { useUser } from '../../../../shared/session/session-context.tsx';
import { isBlank } from '../email-draft.ts';
import { emailDraftQuery } from '../email-draft.queries.ts';
import { draftStoreOf } from './draft-stores.ts';

/** Says that an e-mail of one's own to the customer waits to be finished. */
export default function DraftMark({ customerId }: { customerId: string }): ReactElement | null {
  const store = draftStoreOf({ userId: useUser().id, customerId });
  const { content } = useSyncExternalStore(store.subscribe, store.get);
  const { data } = useQuery(emailDraftQuery(customerId));
  const waits = !isBlank(content) || (data !== undefined && data.draft.content !== null);
  return waits ? <Pill>Draft</Pill> : null;
}
