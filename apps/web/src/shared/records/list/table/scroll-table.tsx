import type { CSSProperties, ReactElement, ReactNode } from 'react';
import styles from './table.module.css';

interface ScrollTableProps {
  /** What the region is called; a noun in the plural. */
  label: string;
  /** CSS widths of the columns in pixels; below their sum the table scrolls sideways. */
  widths: readonly number[];
  /** Pixels. */
  rowHeight: number;
  /** How many rows there are below the header, drawn or not. */
  rows: number;
  children: ReactNode;
}

/** A table of records that scrolls sideways inside its own named region; its header stays in sight while the page scrolls. */
export function ScrollTable({ label, widths, rowHeight, rows, children }: ScrollTableProps): ReactElement {
  const sizes: CSSProperties & Record<'--row-height' | '--head-way', string> = {
    '--row-height': `${String(rowHeight)}px`,
    '--head-way': `${String(Math.max(rows - 1, 0) * rowHeight)}px`,
    minWidth: widths.reduce((sum, width) => sum + width, 0),
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus, or the keyboard cannot scroll it
    <div className={styles['region']} role="region" aria-label={label} tabIndex={0}>
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
