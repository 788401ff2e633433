import type { CatalogueEntry } from '@handover/contract/catalogues.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import type { ReactElement } from 'react';
import type { Catalogue } from './catalogue.ts';
import { usedBy } from './used-by.ts';
import { useCatalogMutation } from './use-catalogue-act.ts';

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
