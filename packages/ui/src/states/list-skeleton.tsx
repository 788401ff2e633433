import Skeleton from '@mui/material/Skeleton';
import { useEffect, useState, type ReactElement } from 'react';
import styles from './list-skeleton.module.css';

const patienceMs = 400;

interface ListSkeletonProps {
  /** CSS widths of the real columns, such as `['28%', '180px']`. */
  columns: readonly string[];
  /** Height of a row in pixels. */
  rowHeight?: number;
  rows?: number;
}

/** A placeholder for a list until its rows are loaded. Short waits show nothing at all. */
export function ListSkeleton({ columns, rowHeight = 48, rows = 8 }: ListSkeletonProps): ReactElement {
  const isLate = useIsLate();
  return (
    <div role="status" className={styles['list']}>
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className={styles['row']}
          style={{ height: rowHeight, gridTemplateColumns: columns.join(' ') }}
        >
          {isLate &&
            columns.map((_width, column) => (
              <Skeleton key={column} variant="rounded" height={12} width={column % 2 === 0 ? '72%' : '56%'} />
            ))}
        </div>
      ))}
    </div>
  );
}

function useIsLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
