import type { CatalogueEntry } from '@handover/contract/catalogues.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { useState, type ReactElement } from 'react';
import type { Catalogue } from './catalogue.ts';
import { usedBy } from './used-by.ts';
import { useCatalogMutation } from './use-catalogue-act.ts';

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
