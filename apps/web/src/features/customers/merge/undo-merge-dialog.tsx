import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { mergeQuery, useUndoMerge } from './merge.queries.ts';

interface UndoMergeDialogProps {
  mergeId: string;
  onClose: () => void;
}

/** Asks before a merge is undone. */
export default function UndoMergeDialog({ mergeId, onClose }: UndoMergeDialogProps): ReactElement | null {
  const { data: merge } = useQuery(mergeQuery(mergeId));
  const { undo, isPending } = useUndoMerge();
  if (merge === undefined) return null;
  const { survivor, merged } = merge;
  return (
    <ConfirmDialog
      title="Undo this merge?"
      confirmLabel="Undo merge"
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => undo(mergeId, onClose)}
    >
      {merged.name} is restored with everything that was moved. Anything added to {survivor.name} since the
      merge, and values changed since, stay with {survivor.name}.
    </ConfirmDialog>
  );
}
