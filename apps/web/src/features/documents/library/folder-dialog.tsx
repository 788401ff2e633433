import type { DocumentFolder } from '@handover/contract/documents/document-folders.ts';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { useState, type FormEvent, type ReactElement } from 'react';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { FolderSelect } from './folder-select.tsx';
import { useFolderChange } from './folders.queries.ts';

interface FolderDialogProps {
  /** Null for a new folder. */
  folder: DocumentFolder | null;
  /** The parent of a new folder. */
  parentId: string | null;
  onSaved: (folder: DocumentFolder) => void;
  onClose: () => void;
}

/** Name and place of a folder. */
export default function FolderDialog({
  folder,
  parentId: firstParentId,
  onSaved,
  onClose,
}: FolderDialogProps): ReactElement {
  const [name, setName] = useState(folder?.name ?? '');
  const [parentId, setParentId] = useState(folder === null ? firstParentId : folder.parentId);
  const { mutate, isPending, error } = useFolderChange(folder);
  const nameError =
    error instanceof ApiError ? error.errors.find(({ path }) => path === 'name')?.message : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const done = { onSuccess: (saved: DocumentFolder | null) => saved !== null && onSaved(saved) };
    if (folder === null)
      mutate({ kind: 'create', body: { name, ...(parentId !== null && { parentId }) } }, done);
    else mutate({ kind: 'update', id: folder.id, body: { name, parentId } }, done);
  };
  return (
    <FormDialog
      draft={{
        name: `folder:${folder?.id ?? 'new'}`,
        version: folder?.version,
        values: { name, parentId },
        restore: (typed) => {
          setName(typed.name);
          setParentId(typed.parentId);
        },
      }}
      title={folder === null ? 'New folder' : 'Edit folder'}
      submitLabel={folder === null ? 'Add' : 'Save'}
      failure={error === null || nameError !== undefined ? undefined : getErrorMessage(error)}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <LabeledInput
        label="Name"
        autoFocus
        value={name}
        error={nameError}
        onChange={(event) => setName(event.target.value)}
      />
      <FolderSelect label="Inside" value={parentId} without={folder?.id ?? null} onChange={setParentId} />
    </FormDialog>
  );
}
