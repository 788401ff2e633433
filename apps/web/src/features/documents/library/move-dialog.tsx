import type { Document } from '@handover/contract/documents.ts';
import { useState, type ReactElement } from 'react';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import type { DocumentMutations } from '../use-document-mutations.ts';
import { FolderSelect } from './folder-select.tsx';

interface MoveDialogProps {
  document: Document;
  mutations: DocumentMutations;
  onClose: () => void;
}

/** Moves a file to another folder. */
export default function MoveDialog({ document, mutations, onClose }: MoveDialogProps): ReactElement {
  const [folderId, setFolderId] = useState(document.folder?.id ?? null);
  return (
    <FormDialog
      title={`Move ${document.name}`}
      submitLabel="Move"
      failure={undefined}
      isPending={mutations.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        mutations.update({ folderId }, onClose);
      }}
      onClose={onClose}
    >
      <FolderSelect label="Folder" value={folderId} onChange={setFolderId} />
    </FormDialog>
  );
}
