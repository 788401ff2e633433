import type { ReactElement, ReactNode } from 'react';
import styles from './financials.module.css';

interface FigureTableProps {
  caption: string;
  columns: readonly ReactNode[];
  children: ReactNode;
}

/** A table of amounts that scrolls inside its own region, with the row names always visible. */
export function FigureTable({ caption, columns, children }: FigureTableProps): ReactElement {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus, or the keyboard cannot scroll it
    <div className={styles['region']} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles['table']}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Line</span>
            </th>
            {columns.map((column, index) => (
              <th key={index} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });

/** Cents without a currency; negative amounts in parentheses, as in financial statements. */
export function formatAmount(cents: number): string {
  const text = (cents % 100 === 0 ? whole : exact).format(Math.abs(cents) / 100);
  return cents < 0 ? `(${text})` : text;
}

/** A cell with an amount, or a blank one. */
export function Amount({ cents }: { cents: number | null }): ReactElement {
  return <td className={styles['amount']}>{cents === null ? '' : formatAmount(cents)}</td>;
}
