import { undoMerge, type Merge } from '@handover/contract/merges.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useCustomFields, type CustomFields } from '#shared/customers/custom-fields.ts';
import { fieldsText } from './merge-choices.ts';
import { useMergeRefresh } from './use-merge-refresh.ts';

interface Undoing {
  undo: (mergeId: string, onDone?: () => void) => void;
  isPending: boolean;
}

/** Takes a merge back and says what could not be put back. */
export function useUndoMerge(): Undoing {
  const toasts = useToasts();
  const refresh = useMergeRefresh();
  const own = useCustomFields();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ mergeId }: { mergeId: string; onDone?: (() => void) | undefined }) =>
      send(undoMerge, { params: { id: mergeId } }),
    onSuccess: ({ merge }, { onDone }) => {
      toasts.done(undoneText(merge, own));
      onDone?.();
    },
    onError: (error) => toasts.failed(messageOf(error)),
    onSettled: refresh,
  });
  return {
    undo: (mergeId, onDone) => {
      if (!isPending) mutate({ mergeId, onDone });
    },
    isPending,
  };
}

function undoneText({ survivor, merged, storedFields }: Merge, own: CustomFields): string {
  const done = `${merged.name} is a customer of their own again`;
  return storedFields.length === 0
    ? done
    : `${done}. ${survivor.name} keeps what was changed since: ${fieldsText(storedFields, own)}`;
}
