import Button from '@mui/material/Button';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import styles from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  selection: Selection;
  total: number;
  /** What can be done with the selection. */
  children: ReactNode;
}

/** Stands in place of the toolbar while rows are selected. */
export function SelectionBar({ selection, total, children }: SelectionBarProps): ReactElement {
  const count = selection.isAll ? total : selection.ids.size;
  return (
    <div className={styles['bar']} role="toolbar" aria-label="Selection">
      <p className={styles['count']} role="status">
        {count.toLocaleString('en')} selected
      </p>
      {!selection.isAll && total > count && (
        <Button variant="text" color="inherit" onClick={selection.selectAll}>
          Select all {total.toLocaleString('en')}
        </Button>
      )}
      <div className={styles['actions']}>
        {children}
        <Button
          variant="text"
          color="inherit"
          startIcon={<Icon name="solar:close-circle-linear" size={18} />}
          onClick={selection.clear}
        >
          Clear selection
        </Button>
      </div>
    </div>
  );
}
