import { deleteCustomer, restoreCustomer } from '@handover/contract/customers.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '../../../shared/api/api-error.ts';
import { send } from '../../../shared/api/client.ts';
import { useRefresh } from '../../../shared/live/affected-keys.ts';

interface Bin {
  /** Moves customers to the bin one after the other, with an undo. */
  remove: (ids: readonly string[]) => void;
  restore: (ids: readonly string[]) => void;
  /** How many are done of how many, while it runs. */
  progress: { done: number; of: number } | null;
}

/** The bin for several customers. What was done before a failure stays done, and the list shows it. */
export function useBin(onDone: () => void): Bin {
  const toasts = useToasts();
  const refresh = useRefresh();
  const [progress, setProgress] = useState<Bin['progress']>(null);

  const { mutate, isPending } = useMutation({
    mutationFn: async ({
      ids,
      call,
    }: {
      ids: readonly string[];
      call: typeof deleteCustomer | typeof restoreCustomer;
    }) => {
      for (const [index, id] of ids.entries()) {
        setProgress({ done: index, of: ids.length });
        await send(call, { params: { id } });
      }
    },
    onSuccess: (_answer, { ids, call }) => {
      const count = ids.length === 1 ? 'Customer' : `${String(ids.length)} customers`;
      if (call === deleteCustomer)
        toasts.undoable(`${count} moved to the bin`, () => mutate({ ids, call: restoreCustomer }));
      else toasts.done(`${count} restored`);
      onDone();
    },
    onError: (error) => toasts.failed(messageOf(error)),
    onSettled: () => {
      setProgress(null);
      refresh({ noun: 'customer', customerId: null });
    },
  });

  const run = (ids: readonly string[], call: typeof deleteCustomer | typeof restoreCustomer): void => {
    if (!isPending) mutate({ ids, call });
  };
  return { remove: (ids) => run(ids, deleteCustomer), restore: (ids) => run(ids, restoreCustomer), progress };
}
