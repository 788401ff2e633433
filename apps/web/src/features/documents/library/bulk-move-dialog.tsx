import { useState, type ReactElement } from 'react';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import type { BulkDialogProps } from '#shared/records/list/record-list.ts';
import { FolderSelect } from './folder-select.tsx';

/** Moves the selected files to another folder. */
export default function BulkMoveDialog({
  count,
  isPending,
  onStart,
  onClose,
}: BulkDialogProps): ReactElement {
  const [folderId, setFolderId] = useState<string | null>(null);
  return (
    <FormDialog
      title={`Move ${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`}
      submitLabel="Move"
      failure={undefined}
      isPending={isPending}
      onSubmit={(event) => {
        event.preventDefault();
        onStart({ action: 'move', folderId });
      }}
      onClose={onClose}
    >
      <FolderSelect label="Folder" value={folderId} onChange={setFolderId} />
    </FormDialog>
  );
}
