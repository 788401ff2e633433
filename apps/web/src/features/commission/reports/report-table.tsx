import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { getErrorMessage } from '#shared/api/api-error.ts';
import edgeFade from '@handover/ui/parts/edge-fade.module.css';
import styles from './reports.module.css';

interface ReportTableProps {
  caption: string;
  /** The first column is text, the others are figures. */
  columns: readonly string[];
  /** Message shown when there are no rows. */
  nothing: string;
  isEmpty: boolean;
  /** Rows as `<tr>`. */
  children: ReactNode;
}

const region = classNames(styles['region'], edgeFade['edges']);

/** Figures by row, in a table that scrolls inside its own region. */
export function ReportTable({
  caption,
  columns,
  nothing,
  isEmpty,
  children,
}: ReportTableProps): ReactElement {
  if (isEmpty) return <p className={styles['remark']}>{nothing}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus, or the keyboard cannot scroll it
    <div className={region} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles['table']}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
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

/** A number of deals that links to their list; 0 is not a link. */
export function CountLink({ count, to, label }: { count: number; to: string; label: string }): ReactElement {
  if (count === 0) return <span className={styles['zero']}>0</span>;
  return (
    <Link to={to} className={styles['count']} aria-label={`${String(count)} ${label}`}>
      {count.toLocaleString('en')}
    </Link>
  );
}

interface ReportStateProps<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => Promise<unknown> };
  rows?: number;
  children: (data: T) => ReactNode;
}

export function ReportState<T>({ query, rows = 5, children }: ReportStateProps<T>): ReactNode {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error === null) return <ListSkeleton columns={['1fr', '30%']} rowHeight={36} rows={rows} />;
  return (
    <FailedState
      title="The figures could not be loaded"
      text={getErrorMessage(error)}
      onRetry={() => void refetch()}
    />
  );
}
