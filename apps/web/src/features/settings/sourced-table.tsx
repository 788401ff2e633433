import { formatDate } from '@handover/ui/parts/time-text.ts';
import type { ReactElement, ReactNode } from 'react';
import { confidenceLabels } from '#shared/labels/valuations.ts';
import styles from './sourced-table.module.css';

interface SourcedTableProps {
  caption: string;
  columns: readonly string[];
  children: ReactNode;
}

/** Rules with their sources: a table, or a stack of blocks in a narrow container. */
export function SourcedTable({ caption, columns, children }: SourcedTableProps): ReactElement {
  return (
    <div className={styles['frame']}>
      <table className={styles['table']}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface NameCellProps {
  name: string;
  /** Read by screen readers. */
  label: string;
  isDelivered: boolean;
  onEdit: () => void;
}

/** The first cell of a rule, which opens its editor. */
export function NameCell({ name, label, isDelivered, onEdit }: NameCellProps): ReactElement {
  return (
    <th scope="row">
      <button
        type="button"
        className={styles['name']}
        aria-label={isDelivered ? label : `${label}, edited`}
        onClick={onEdit}
      >
        {name}
        {!isDelivered && <small>Edited</small>}
      </button>
    </th>
  );
}

interface SourceCellProps {
  of: { readonly source: string; readonly asOf: string; readonly confidence: keyof typeof confidenceLabels };
}

/** The last cell of a rule: its source, date, and confidence. */
export function SourceCell({ of: { source, asOf, confidence } }: SourceCellProps): ReactElement {
  return (
    <td className={styles['source']}>
      {source} · as of {formatDate(asOf)} · {confidenceLabels[confidence]}
    </td>
  );
}
