import type { ReactElement, ReactNode } from 'react';
import { Button, IconButton } from '@handover/ui-lite/parts/button.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import styles from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  selection: Selection;
  total: number;
  isPhone: boolean;
  /** Clears the selection. */
  onEnd: () => void;
  /** What can be done with the selection. */
  children: ReactNode;
}

/** Stands in place of the toolbar while rows are selected; on a phone at the bottom of the screen, within reach of the thumb. */
export function SelectionBar({
  selection,
  total,
  isPhone,
  onEnd,
  children,
}: SelectionBarProps): ReactElement {
  const count = selection.countOf(total);
  const clear = 'Clear selection';
  return (
    <div
      className={classNames(styles['bar'], isPhone && styles['bottom'])}
      role="group"
      aria-label="Selection"
    >
      {isPhone && <IconButton icon="solar:close-circle-linear" label={clear} onClick={onEnd} />}
      <p className={styles['count']} role="status">
        {count.toLocaleString('en')} selected
      </p>
      {total > count && (
        <Button variant="text" onClick={selection.selectAll}>
          Select all {total.toLocaleString('en')} that match
        </Button>
      )}
      <div className={styles['actions']}>
        {/* Cards can be selected before any of them is. */}
        {count > 0 ? children : <p className={styles['hint']}>Tick customers to work on them together.</p>}
        {!isPhone && (
          <Button variant="text" icon="solar:close-circle-linear" onClick={onEnd}>
            {clear}
          </Button>
        )}
      </div>
    </div>
  );
}
