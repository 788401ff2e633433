import type { ImportProblemRow } from '@handover/contract/imports.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactElement } from 'react';
import { RowErrorsRow } from './row-errors-row.tsx';
import styles from './row-errors.module.css';
import type { useRowErrors } from './use-row-errors.ts';

interface RowErrorsRowsProps {
  rows: readonly ImportProblemRow[];
  total: number;
  headings: readonly string[];
  mending: ReturnType<typeof useRowErrors>;
  hasMore: boolean;
  onMore: () => void;
}

const estimatedHeight = 92;
const overscan = 6;

/** The rows in view; the rest is not in the page until it is scrolled to. */
export function RowErrorsRows({
  rows,
  total,
  headings,
  mending,
  hasMore,
  onMore,
}: RowErrorsRowsProps): ReactElement {
  const region = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- what scrolls is outside of React, so this component is not memoized
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region.current,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => rows[index]?.row ?? index,
    overscan,
  });
  const shown = virtual.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? 0;
  const isNearEnd = hasMore && lastShown >= rows.length - overscan;

  // Scrolling happens outside of React: nearing the end is when more is asked for.
  useEffect(() => {
    if (isNearEnd) onMore();
  }, [isNearEnd, onMore]);

  return (
    <div
      ref={region}
      className={styles['region']}
      role="region"
      aria-label="Rows to mend"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus, or the keyboard cannot scroll it
      tabIndex={0}
      data-rows
    >
      <ul className={styles['rows']} style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={styles['row']}
              style={{ transform: `translateY(${String(start)}px)` }}
              aria-setsize={total}
              aria-posinset={index + 1}
            >
              <RowErrorsRow row={row} headings={headings} mending={mending} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
