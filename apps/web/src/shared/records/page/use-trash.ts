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
  onRemoved?: () => void;
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
  { label, removed = `${label} moved to the trash`, remove, restore, onRemoved }: TrashOptions,
): Trash {
  const toasts = useToasts();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ act }: { act: () => Promise<unknown>; onDone: () => void }) => act(),
    onSuccess: (_answer, { onDone }) => onDone(),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh(client, change),
  });
  const bringBack = (): void => mutate({ act: restore, onDone: () => toasts.done(`${label} restored`) });
  const run = (act: () => void) => (): void => {
    if (!isPending) act();
  };
  return {
    remove: run(() =>
      mutate({
        act: remove,
        onDone: () => {
          toasts.undoable(removed, bringBack);
          onRemoved?.();
        },
      }),
    ),
    restore: run(bringBack),
    isPending,
  };
}
