import { formatCount } from '@handover/domain/format-count.ts';
import type { CatalogEntry } from '@handover/contract/records/catalogs.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useState, type ReactElement } from 'react';
import { useCatalogMutation, type Catalog } from './catalog.ts';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';

interface NameDialogProps {
  catalog: Catalog;
  /** Null for a new entry. */
  entry: CatalogEntry | null;
  onClose: () => void;
}

export function NameDialog({ catalog, entry, onClose }: NameDialogProps): ReactElement {
  const [name, setName] = useState(entry?.name ?? '');
  const [hasFailed, setFailed] = useState(false);
  const save = useCatalogMutation({
    act: (text: string) => (entry === null ? catalog.create(text) : catalog.rename(entry.id, text)),
    done: entry === null ? `Added ${name.trim()}` : `Renamed to ${name.trim()}`,
    onClose,
  });
  const submit = (): void => {
    if (name.trim() === '') setFailed(true);
    else save.mutate(name.trim());
  };
  return (
    <ConfirmDialog
      title={entry === null ? `Add ${catalog.one}` : `Rename ${entry.name}`}
      confirmLabel={entry === null ? 'Add' : 'Rename'}
      hasField
      isPending={save.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      <NameField name={name} hasFailed={hasFailed} onChange={setName} />
    </ConfirmDialog>
  );
}

interface MergeDialogProps {
  catalog: Catalog;
  entry: CatalogEntry;
  others: readonly CatalogEntry[];
  onClose: () => void;
}

export function MergeDialog({ catalog, entry, others, onClose }: MergeDialogProps): ReactElement {
  const choices = others.filter(({ id }) => id !== entry.id);
  const [into, setInto] = useState('');
  const merge = useCatalogMutation({
    act: (target: string) => catalog.merge(entry.id, target),
    done: `${entry.name} merged`,
    onClose,
  });
  return (
    <ConfirmDialog
      title={`Merge ${entry.name}`}
      confirmLabel="Merge"
      isDangerous
      hasField
      isDisabled={into === ''}
      isPending={merge.isPending}
      onConfirm={() => merge.mutate(into)}
      onClose={onClose}
    >
      <p>
        {formatUses(entry)} will get the other {catalog.one}, and this one will be deleted. This cannot be
        undone.
      </p>
      <LabeledSelect
        label="Merge into"
        value={into}
        autoFocus
        onChange={(event) => setInto(event.target.value)}
        sx={{ mt: 2 }}
      >
        <option value="">Choose a {catalog.one}</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </LabeledSelect>
    </ConfirmDialog>
  );
}

interface RemoveDialogProps {
  catalog: Catalog;
  entry: CatalogEntry;
  onClose: () => void;
}

/** Deletes an entry. Its name must be typed if it is in use, since its records lose it for good. */
export function RemoveDialog({ catalog, entry, onClose }: RemoveDialogProps): ReactElement {
  const remove = useCatalogMutation({
    act: (id: string) => catalog.remove(id),
    done: `${entry.name} deleted`,
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
        ? 'Not in use.'
        : `${formatUses(entry)} will lose this ${catalog.one}. This cannot be undone.`}
    </ConfirmDialog>
  );
}

interface NameFieldProps {
  name: string;
  /** Whether the user has tried to save without a name. */
  hasFailed: boolean;
  onChange: (name: string) => void;
}

/** The name of an entry; whitespace alone does not count. */
export function NameField({ name, hasFailed, onChange }: NameFieldProps): ReactElement {
  return (
    <LabeledInput
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

/** "1 customer", "12 documents". */
export function formatUse({ recordType, count }: CatalogEntry['uses'][number]): string {
  const { one, many } = recordInfo[recordType];
  return formatCount(count, one, many);
}

/** "12 customers and 1 file"; "Nothing" without any. */
function formatUses({ uses }: CatalogEntry): string {
  return uses.length === 0 ? 'Nothing' : new Intl.ListFormat('en').format(uses.map(formatUse));
}

/** "1 customer", "12 customers". */
export function formatUsedBy(count: number): string {
  return formatUse({ recordType: 'customer', count });
}
