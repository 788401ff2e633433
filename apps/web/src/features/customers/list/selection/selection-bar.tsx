import type { ReactElement, ReactNode } from 'react';
import { Button } from '@handover/ui-lite/parts/button.tsx';
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
  const count = selection.countOf(total);
  return (
    <div className={styles['bar']} role="group" aria-label="Selection">
      <p className={styles['count']} role="status">
        {count.toLocaleString('en')} selected
      </p>
      {total > count && (
        <Button variant="text" onClick={selection.selectAll}>
          Select all {total.toLocaleString('en')} that match
        </Button>
      )}
      <div className={styles['actions']}>
        {children}
        <Button variant="text" icon="solar:close-circle-linear" onClick={selection.clear}>
          Clear selection
        </Button>
      </div>
    </div>
  );
}
