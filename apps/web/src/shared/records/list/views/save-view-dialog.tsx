import { createSavedView, type SavedView } from '@handover/contract/records/saved-views.ts';
import { useState, type ReactElement } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import styles from './view-tabs.module.css';

interface SaveViewDialogProps {
  title: string;
  start: Pick<SavedView, 'name' | 'isShared'>;
  canShare: boolean;
  isPending: boolean;
  onSave: (view: Pick<SavedView, 'name' | 'isShared'>) => void;
  onClose: () => void;
}

const plain = { filter: {}, sort: null, columns: null, density: null };

/** Asks for the name of a view and whether it is shared. */
export default function SaveViewDialog({
  title,
  start,
  canShare,
  isPending,
  onSave,
  onClose,
}: SaveViewDialogProps): ReactElement {
  const [name, setName] = useState(start.name);
  const [isShared, setShared] = useState(start.isShared);
  const [error, setError] = useState<string | undefined>();
  const save = (): void => {
    const parsed = createSavedView.body.safeParse({ name, isShared, settings: plain });
    if (parsed.success) onSave({ name: parsed.data.name, isShared });
    else setError(parsed.error.issues[0]?.message);
  };
  return (
    <ConfirmDialog
      title={title}
      confirmLabel="Save"
      hasField
      isPending={isPending}
      onConfirm={save}
      onClose={onClose}
    >
      A view saves filters, order, columns, and row height.
      <LabeledInput
        label="Name"
        value={name}
        error={error}
        autoFocus
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
        sx={{ mt: 2 }}
      />
      {canShare && (
        <label className={styles['share']}>
          <input type="checkbox" checked={isShared} onChange={(event) => setShared(event.target.checked)} />
          Share with everyone in this workspace
        </label>
      )}
    </ConfirmDialog>
  );
}
