import type { ReactElement } from 'react';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import type { BulkDialogProps } from '#shared/records/list/record-list.ts';
import { useMoveTarget } from './use-move-target.tsx';

/** Moves the selected files to another folder. */
export default function BulkMoveDialog({
  count,
  isPending,
  onStart,
  onClose,
}: BulkDialogProps): ReactElement {
  const { fields, read } = useMoveTarget({ folderId: null, business: null, isAttested: false });
  return (
    <FormDialog
      draft={null}
      title={`Move ${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`}
      submitLabel="Move"
      failure={undefined}
      isPending={isPending}
      onSubmit={(event) => {
        event.preventDefault();
        const target = read();
        if (target !== null) onStart({ action: 'move', ...target });
      }}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  );
}
