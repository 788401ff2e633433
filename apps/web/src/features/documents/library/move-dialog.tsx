import type { Document } from '@handover/contract/documents/documents.ts';
import type { ReactElement } from 'react';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import type { DocumentMutations } from '../use-document-mutations.ts';
import { useMoveTarget } from './use-move-target.tsx';

interface MoveDialogProps {
  document: Document;
  mutations: DocumentMutations;
  onClose: () => void;
}

/** Moves a file to another folder. */
export default function MoveDialog({ document, mutations, onClose }: MoveDialogProps): ReactElement {
  const { isInRoom = false, isAttested = false, folder, records } = document;
  const { fields, read } = useMoveTarget({
    folderId: isInRoom ? null : (folder?.id ?? null),
    business: records.find(({ type }) => type === 'business') ?? null,
    isAttested,
  });
  return (
    <FormDialog
      draft={null}
      title={`Move ${document.name}`}
      submitLabel="Move"
      failure={undefined}
      isPending={mutations.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        const target = read();
        if (target !== null) mutations.update(target, onClose);
      }}
      onClose={onClose}
    >
      {fields}
      {isInRoom && <p>If this file answers a document request, moving it removes it from the request.</p>}
    </FormDialog>
  );
}
