import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import styles from './record-header.module.css';
import type { Trash } from './use-trash.ts';

interface RecordActionsProps {
  /** Null if the user may not edit the record. */
  onEdit: (() => void) | null;
  canDelete: boolean;
  isTrashed: boolean;
  trash: Trash;
  /** Entries of the menu before "Move to trash". */
  actions?: readonly MenuAction[];
  /** Buttons after "Edit". */
  children?: ReactNode;
}

/** Edit, Restore, and the menu of a record’s header. */
export function RecordActions({
  onEdit,
  canDelete,
  isTrashed,
  trash,
  actions = [],
  children,
}: RecordActionsProps): ReactElement {
  const moveToTrash = {
    label: 'Move to trash',
    icon: 'solar:trash-bin-trash-linear',
    isDangerous: true,
    onSelect: trash.remove,
  };
  const entries = canDelete && !isTrashed ? [...actions, moveToTrash] : actions;
  return (
    <div className={styles['actions']}>
      {onEdit !== null && (
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<Icon name="solar:pen-linear" size={18} />}
          onClick={onEdit}
        >
          Edit
        </Button>
      )}
      {children}
      {canDelete && isTrashed && (
        <Button loading={trash.isPending} onClick={trash.restore}>
          Restore
        </Button>
      )}
      {entries.length > 0 && <MenuButton isIconOnly label="More actions" actions={entries} />}
    </div>
  );
}

/** Shown in the header of a record in the trash; `noun` as in “This deal”. */
export function TrashNotice({ noun }: { noun: string }): ReactElement {
  return (
    <Alert severity="warning" className={styles['banner'] ?? ''}>
      This {noun} is in the trash. Restore it to make changes.
    </Alert>
  );
}
