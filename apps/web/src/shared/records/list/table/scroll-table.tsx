import { type CSSProperties, type ReactElement, type ReactNode, type Ref, useTransition } from 'react';
import styles from './table.module.css';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';

interface ScrollTableProps {
  /** The name of the region; a plural noun. */
  label: string;
  /** CSS widths of the columns in pixels. Below their sum, the table scrolls horizontally. */
  widths: readonly number[];
  /** Pixels. */
  rowHeight: number;
  /** The number of rows below the header, rendered or not. */
  rows: number;
  /** A ref to the element in which the table scrolls. */
  frameRef?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/**
 * A table of records that scrolls horizontally inside its own named region; its header stays visible while the page
 * scrolls.
 */
export function ScrollTable({
  label,
  widths,
  rowHeight,
  rows,
  frameRef,
  children,
}: ScrollTableProps): ReactElement {
  const sizes: CSSProperties & Record<'--row-height' | '--head-way', string> = {
    '--row-height': `${String(rowHeight)}px`,
    '--head-way': `${String(Math.max(rows - 1, 0) * rowHeight)}px`,
    minWidth: widths.reduce((sum, width) => sum + width, 0),
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus, or the keyboard cannot scroll it
    <div ref={frameRef} className={styles['region']} role="region" aria-label={label} tabIndex={0}>
      <table className={styles['table']} style={sizes} aria-rowcount={rows + 1}>
        <colgroup>
          {widths.map((width, index) => (
            <col key={index} style={{ width }} />
          ))}
        </colgroup>
        {children}
      </table>
    </div>
  );
}

interface SortButtonProps {
  title: string;
  direction: 'ascending' | 'descending' | 'none';
  onSort: (options: { isAdded: boolean }) => void;
  /** The content next to the arrow. */
  children?: ReactNode;
}

/**
 * A column title that sorts by the column, with Shift in addition to the current sort columns. Shows immediately that
 * it was pressed, before the list rerenders.
 */
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
      {direction !== 'none' && (
        <Icon
          name={direction === 'descending' ? 'solar:alt-arrow-down-linear' : 'solar:alt-arrow-up-linear'}
          size={14}
        />
      )}
      {children}
    </button>
  );
}
