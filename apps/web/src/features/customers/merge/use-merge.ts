import { mergeCustomers, type MergeField, type MergePreview } from '@handover/contract/merges.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiError, messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { useMergeRefresh, useUndoMerge } from './merge.queries.ts';

interface Merging {
  /** `fromOther` are the fields that take the other customer's value. */
  merge: (fromOther: MergeField[]) => void;
  isPending: boolean;
  failure: string | null;
}

/** Merges the two previewed customers and opens the one that is kept. */
export function useMerge({ survivor, other }: MergePreview): Merging {
  const toasts = useToasts();
  const navigate = useNavigate();
  const submitKey = useSubmitKey();
  const refresh = useMergeRefresh();
  const { undo } = useUndoMerge();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (fromOther: MergeField[]) => {
      const body = { version: survivor.version, otherId: other.id, otherVersion: other.version, fromOther };
      return send(
        mergeCustomers,
        { params: { id: survivor.id }, body },
        { idempotencyKey: submitKey.keyFor([survivor.id, body]) },
      );
    },
    onSuccess: ({ merge }) => {
      toasts.undoable(`${other.name} was merged into ${merge.survivor.name}`, () => undo(merge.id));
      void navigate(`/admin/users/view/${survivor.id}`);
    },
    onSettled: refresh,
  });
  return {
    merge: (fromOther) => {
      if (!isPending) mutate(fromOther);
    },
    isPending,
    failure: error === null ? null : failureText(error),
  };
}

/** The preview is refetched; the choices are kept. */
function failureText(error: Error): string {
  return error instanceof ApiError && error.code === 'STALE_VERSION'
    ? 'One of the customers was changed. Review the values, then merge.'
    : messageOf(error);
}
