import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { refresh, type Change } from '#shared/live/live-updates.tsx';

interface TrashOptions {
  /** What the toasts call the record, such as its name. */
  label: string;
  /** The toast after the removal, if it says more. */
  removed?: string;
  remove: () => Promise<unknown>;
  restore: () => Promise<unknown>;
}

export interface Trash {
  /** Moves the record to the trash, with an undo. */
  remove: () => void;
  restore: () => void;
  isPending: boolean;
}

/** Moves a record to the trash and restores it; pending until what the change affects is loaded again. */
export function useTrash(
  change: Change,
  { label, removed = `${label} moved to the trash`, remove, restore }: TrashOptions,
): Trash {
  const toasts = useToasts();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (isRemoval: boolean) => (isRemoval ? remove() : restore()),
    onSuccess: (_answer, isRemoval) => {
      if (isRemoval) toasts.undoable(removed, () => mutate(false));
      else toasts.done(`${label} restored`);
    },
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh(client, change),
  });
  return {
    remove: () => !isPending && mutate(true),
    restore: () => !isPending && mutate(false),
    isPending,
  };
}
