import { mergeCustomers, type MergeField, type MergePreview } from '@handover/contract/merges.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiError, messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { useMergeRefresh, useUndoMerge } from './merge.queries.ts';

interface Merging {
  /** With the fields that take the other's value. */
  merge: (fromOther: MergeField[]) => void;
  isPending: boolean;
  failure: string | null;
}

/** Merges the two of a preview as they were seen, and leads to the one that stays. */
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
      toasts.undoable(`${other.name} is part of ${merge.survivor.name} now`, () => undo(merge.id));
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

/** The preview is refetched, but choices stay. */
function failureText(error: Error): string {
  return error instanceof ApiError && error.code === 'STALE_VERSION'
    ? 'One of the two was changed meanwhile. Look at the values again, then merge.'
    : messageOf(error);
}
