import type { CatalogueEntry } from '@handover/contract/catalogues.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useState, type ReactElement } from 'react';
import { useCatalogMutation, type Catalogue } from './catalogue.ts';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';

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

interface MergeDialogProps {
  catalogue: Catalogue;
  entry: CatalogueEntry;
  others: readonly CatalogueEntry[];
  onClose: () => void;
}

/** Moves the customers of one entry to another one. */
export function MergeDialog({ catalogue, entry, others, onClose }: MergeDialogProps): ReactElement {
  const choices = others.filter(({ id }) => id !== entry.id);
  const [into, setInto] = useState(choices[0]?.id ?? '');
  const merge = useCatalogMutation({
    act: (target: string) => catalogue.merge(entry.id, target),
    done: `${entry.name} is merged`,
    onClose,
  });
  return (
    <ConfirmDialog
      title={`Merge ${entry.name}`}
      confirmLabel="Merge"
      isDangerous
      isPending={merge.isPending}
      onConfirm={() => merge.mutate(into)}
      onClose={onClose}
    >
      <p>
        {usedBy(entry.useCount)} get the other {catalogue.one}, and this one is gone. It cannot be undone.
      </p>
      <LabelledSelect
        label="Merge into"
        value={into}
        onChange={(event) => setInto(event.target.value)}
        sx={{ mt: 2 }}
      >
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </LabelledSelect>
    </ConfirmDialog>
  );
}

interface RemoveDialogProps {
  catalogue: Catalogue;
  entry: CatalogueEntry;
  onClose: () => void;
}

/** Removes an entry; one in use has to be typed, since its customers lose it for good. */
export function RemoveDialog({ catalogue, entry, onClose }: RemoveDialogProps): ReactElement {
  const remove = useCatalogMutation({
    act: (id: string) => catalogue.remove(id),
    done: `${entry.name} is deleted`,
    onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete ${entry.name}?`}
      confirmLabel="Delete"
      isDangerous
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(entry.id)}
      onClose={onClose}
      {...(entry.useCount > 0 && { typedText: entry.name })}
    >
      {entry.useCount === 0
        ? 'Nobody has it.'
        : `${usedBy(entry.useCount)} lose this ${catalogue.one}. It cannot be undone.`}
    </ConfirmDialog>
  );
}

interface NameFieldProps {
  name: string;
  /** Whether it was asked for in vain. */
  hasFailed: boolean;
  onChange: (name: string) => void;
}

/** What something of a catalogue is called; a name of spaces is none. */
export function NameField({ name, hasFailed, onChange }: NameFieldProps): ReactElement {
  return (
    <LabelledInput
      label="Name"
      value={name}
      autoFocus
      autoComplete="off"
      inputProps={{ maxLength: 60 }}
      error={hasFailed && name.trim() === '' ? 'Required' : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** "1 customer", "12 customers". */
export function usedBy(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'customer' : 'customers'}`;
}
