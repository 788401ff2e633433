import type { CatalogueEntry } from '@handover/contract/catalogues.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useState, type ReactElement } from 'react';
import type { Catalogue } from './catalogue.ts';
import { NameField } from './name-field.tsx';
import { useCatalogMutation } from './use-catalogue-act.ts';

interface NameDialogProps {
  catalogue: Catalogue;
  /** What is renamed; null for a new one. */
  entry: CatalogueEntry | null;
  onClose: () => void;
}

/** Names an entry, new or known. */
export function NameDialog({ catalogue, entry, onClose }: NameDialogProps): ReactElement {
  const [name, setName] = useState(entry?.name ?? '');
  const [hasFailed, setFailed] = useState(false);
  const save = useCatalogMutation({
    act: (text: string) => (entry === null ? catalogue.create(text) : catalogue.rename(entry.id, text)),
    done: entry === null ? `The ${catalogue.one} is added` : `The ${catalogue.one} is renamed`,
    onClose,
  });
  const submit = (): void => {
    if (name.trim() === '') setFailed(true);
    else save.mutate(name.trim());
  };
  return (
    <ConfirmDialog
      title={entry === null ? `Add ${catalogue.one}` : `Rename ${entry.name}`}
      confirmLabel={entry === null ? 'Add' : 'Rename'}
      isPending={save.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      <NameField name={name} hasFailed={hasFailed} onChange={setName} />
    </ConfirmDialog>
  );
}
