import { updateDocument, type Document } from '@handover/contract/documents/documents.ts';
import { useState, type FormEvent, type ReactElement } from 'react';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import type { DocumentMutations } from './use-document-mutations.ts';

interface RenameDialogProps {
  document: Document;
  mutations: DocumentMutations;
  onClose: () => void;
}

/** Asks for the new name of a file. */
export default function RenameDialog({ document, mutations, onClose }: RenameDialogProps): ReactElement {
  const [name, setName] = useState(document.name);
  const [error, setError] = useState<string | undefined>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = updateDocument.body.safeParse({ version: document.version, name });
    if (parsed.success) mutations.update({ name }, onClose);
    else setError(parsed.error.issues[0]?.message);
  };
  return (
    <FormDialog
      draft={{
        name: `file-name:${document.id}`,
        version: document.version,
        values: { name },
        restore: (typed) => setName(typed.name),
      }}
      title="Rename file"
      submitLabel="Save"
      failure={undefined}
      isPending={mutations.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <LabeledInput
        label="Name"
        autoFocus
        value={name}
        error={error}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
