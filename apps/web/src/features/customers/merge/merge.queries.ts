import {
  getMerge,
  previewMerge,
  type Merge,
  type MergePreview,
  undoMerge,
} from '@handover/contract/records/merges.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { useCustomFields, type CustomFields } from '#shared/customers/custom-fields.ts';
import { formatFields } from './merge-choices.ts';

/** The two customers to merge; `id` is kept. */
export interface MergePair {
  readonly id: string;
  readonly otherId: string;
}

/** A preview of the values and records of a merge. */
export const mergePreviewQuery = (params: MergePair): QueryFor<MergePreview> =>
  oneQuery({
    queryKey: ['customer', 'all', 'merge-preview', params],
    queryFn: async ({ signal }) => (await send(previewMerge, { params }, { signal })).preview,
  });

/** A completed merge. */
export const mergeQuery = (id: string): QueryFor<Merge> =>
  oneQuery({
    queryKey: ['customer', 'all', 'merge', id],
    queryFn: async ({ signal }) => (await send(getMerge, { params: { id } }, { signal })).merge,
  });

/** Reloads everything that a merge can move to the other customer. */
export function useMergeRefresh(): () => void {
  const refresh = useRefresh();
  return () => {
    for (const noun of ['customer', 'note', 'message', 'business'] as const)
      refresh({ noun, customerId: null });
  };
}

interface UndoState {
  undo: (mergeId: string, onDone?: () => void) => void;
  isPending: boolean;
}

/** Undoes a merge and reports values that could not be restored. */
export function useUndoMerge(): UndoState {
  const toasts = useToasts();
  const refresh = useMergeRefresh();
  const own = useCustomFields();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ mergeId }: { mergeId: string; onDone?: (() => void) | undefined }) =>
      send(undoMerge, { params: { id: mergeId } }),
    onSuccess: ({ merge }, { onDone }) => {
      toasts.done(formatUndone(merge, own));
      onDone?.();
    },
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: refresh,
  });
  return {
    undo: (mergeId, onDone) => {
      if (!isPending) mutate({ mergeId, onDone });
    },
    isPending,
  };
}

function formatUndone({ survivor, merged, storedFields }: Merge, own: CustomFields): string {
  const done = `${merged.name} was restored`;
  return storedFields.length === 0
    ? done
    : `${done}. ${survivor.name} keeps the values changed since: ${formatFields(storedFields, own)}`;
}
