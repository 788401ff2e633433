import type { ReactElement, ReactNode } from 'react';
import { formatTotal, type ShownTotal } from '../list-page.ts';
import styles from './toolbar.module.css';

interface ToolbarProps {
  search: ReactNode;
  /** Selects and buttons next to the search. */
  filters: ReactNode;
  /** The row below: active filters, and the number of matches. */
  children: ReactNode;
}

/** Search and filters above a list of records. */
export function Toolbar({ search, filters, children }: ToolbarProps): ReactElement {
  return (
    <div className={styles['toolbar']}>
      <div className={styles['row']}>
        {search}
        <div className={styles['filters']}>{filters}</div>
      </div>
      <div className={styles['chips']}>{children}</div>
    </div>
  );
}

/** The number of matching records, announced when it changes. Empty until known. */
export function Total({
  total: { count, isExact, countExactly },
  nouns: [one, many],
}: {
  total: ShownTotal;
  nouns: readonly [one: string, many: string];
}): ReactElement {
  return (
    <p role="status" className={styles['total']}>
      {count !== null && `${formatTotal({ count, isExact })} ${count === 1 ? one : many}`}{' '}
      {!isExact && (
        <button type="button" className={styles['clear']} onClick={countExactly}>
          Count all
        </button>
      )}
    </p>
  );
}

/** Removes all filters. */
export function ClearButton({ onClear }: { onClear: () => void }): ReactElement {
  return (
    <button type="button" className={styles['clear']} onClick={onClear}>
      Clear all
    </button>
  );
}
