import {
  cancelBulkRun,
  createBulkRun,
  undoBulkRun,
  type BulkInputOf,
  type BulkRun,
} from '@handover/contract/bulk.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { refresh } from '#shared/live/affected-keys.ts';
import type { ListFilter } from '../search/list-search.ts';
import { selectionOf, type Picked } from '../selection/selection-body.ts';
import { bulkRunQuery } from './bulk.queries.ts';

interface BulkMutations {
  start: (
    ask: { filter: ListFilter; picked: Picked; input: BulkInputOf<'customer'> },
    onDone: (run: BulkRun) => void,
  ) => void;
  cancel: (id: string) => void;
  /** Starts another run that puts back what stood before. */
  undo: (id: string, onDone: (run: BulkRun) => void) => void;
  isPending: boolean;
}

/** Starts, stops and takes back runs over many customers. */
export function useBulk(): BulkMutations {
  const client = useQueryClient();
  const toasts = useToasts();
  const submitKey = useSubmitKey();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({
      act,
      onDone,
    }: {
      act: () => Promise<{ bulkRun: BulkRun }>;
      onDone?: (run: BulkRun) => void;
    }) => {
      const { bulkRun } = await act();
      client.setQueryData(bulkRunQuery(bulkRun.id).queryKey, bulkRun);
      onDone?.(bulkRun);
    },
    onError: (error) => toasts.failed(messageOf(error)),
    onSettled: () => refresh(client, { noun: 'bulk', customerId: null }),
  });
  return {
    start: ({ filter, picked, input }, onDone) => {
      const body = { recordType: 'customer' as const, selection: selectionOf(filter, picked), input };
      // Asked again after a lost answer, it is the same run: nobody gets a mail twice.
      const idempotencyKey = submitKey.keyFor(body);
      mutate({
        act: () => send(createBulkRun, { body }, { idempotencyKey }),
        onDone: (run) => {
          submitKey.renew();
          onDone(run);
        },
      });
    },
    cancel: (id) => mutate({ act: () => send(cancelBulkRun, { params: { id } }) }),
    undo: (id, onDone) => mutate({ act: () => send(undoBulkRun, { params: { id } }), onDone }),
    isPending,
  };
}
