import { useTransition, type ReactElement, type ReactNode } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import styles from './table.module.css';

interface SortButtonProps {
  title: string;
  direction: 'ascending' | 'descending' | 'none';
  onSort: (options: { isAdded: boolean }) => void;
  /** What stands behind the arrow. */
  children?: ReactNode;
}

/** A column's title that orders by it; with Shift after the columns that order already. It shows at once that it was pressed, before anything of the list is drawn. */
export function SortButton({ title, direction, onSort, children }: SortButtonProps): ReactElement {
  const [isPending, start] = useTransition();
  return (
    <button
      type="button"
      className={styles['sort']}
      data-pending={isPending}
      onClick={({ shiftKey }) => start(() => onSort({ isAdded: shiftKey }))}
    >
      <span className={styles['words']} title={title}>
        {title}
      </span>
      <span className={styles[direction]}>
        <Icon
          name={direction === 'descending' ? 'solar:alt-arrow-down-linear' : 'solar:alt-arrow-up-linear'}
          size={14}
        />
      </span>
      {children}
    </button>
  );
}
