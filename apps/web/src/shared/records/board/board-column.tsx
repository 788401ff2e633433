import { useDroppable } from '@dnd-kit/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { LoadMore } from '#shared/lists/paged-panel.tsx';
import type { ListFilter } from '../list/record-list.ts';
import { BoardCard } from './board-card.tsx';
import styles from './board.module.css';
import type { AnyBoard, BoardMove, ColumnTotals } from './board.ts';
import { columnQuery } from './use-board-move.ts';
import { useNearViewport } from '#shared/lists/use-hash-target.ts';

interface BoardColumnProps {
  board: AnyBoard;
  column: string;
  label: string;
  filter: ListFilter;
  totals: ColumnTotals | undefined;
  /** Whether the dragged card can be dropped here. */
  isTarget: boolean;
  onMove: (move: BoardMove) => void;
}

/** A column with its cards; more are loaded on scrolling. */
export function BoardColumn({
  board,
  column,
  label,
  filter,
  totals,
  isTarget,
  onMove,
}: BoardColumnProps): ReactElement {
  const { setNodeRef, isOver } = useDroppable({ id: column });
  const query = useInfiniteQuery({
    ...columnQuery(board, filter, column),
    placeholderData: keepPreviousData,
  });
  const end = useNearViewport(() => {
    if (query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError)
      void query.fetchNextPage();
  });
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const headingId = `column-${column}`;
  return (
    <section
      ref={setNodeRef}
      aria-labelledby={headingId}
      data-over={(isTarget && isOver) || undefined}
      className={classNames(styles['column'], isTarget && styles['target'])}
    >
      <div>
        <h2 id={headingId} className={styles['heading']}>
          {label} <span className={styles['count']}>{totals?.count.toLocaleString('en') ?? ''}</span>
        </h2>
        <p className={styles['totals']}>
          {totals?.totals
            .filter(({ cents }) => cents > 0)
            .map(({ currency, cents }) => (
              <MoneyText key={currency} isPrice amountCents={cents} currency={currency} />
            ))}
        </p>
      </div>
      {query.isPending && <ListSkeleton columns={['1fr']} rowHeight={84} rows={3} />}
      {query.data === undefined && query.error !== null && (
        <FailedState
          title="Not loaded"
          text={getErrorMessage(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data !== undefined && rows.length === 0 && (
        <p className={styles['empty']}>No {board.list.nouns[1]}</p>
      )}
      <ul className={styles['cards']} aria-labelledby={headingId}>
        {rows.map((row) => (
          <BoardCard key={row.id} board={board} row={row} onMove={onMove} />
        ))}
      </ul>
      <div ref={end} />
      <LoadMore query={query} shown={rows.length} total={totals?.count ?? rows.length} />
    </section>
  );
}

/** "Inquiry (12)". */
export function formatColumnHeading(label: string, totals: ColumnTotals | undefined): string {
  return totals === undefined ? label : `${label} (${totals.count.toLocaleString('en')})`;
}
