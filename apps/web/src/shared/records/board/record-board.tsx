import {
  closestCenter,
  DndContext,
  DragOverlay,
  pointerWithin,
  type CollisionDetection,
} from '@dnd-kit/core';
import useMediaQuery from '@mui/material/useMediaQuery';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactElement } from 'react';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { EmptyState, FailedState, NoMatch } from '@handover/ui/states/state-panel.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { FilterBar } from '../list/filters/filter-bar.tsx';
import type { ListNavigation } from '../list/list-search.ts';
import type { ListRow } from '../list/record-list.ts';
import { CardFace } from './board-card.tsx';
import { BoardColumn, formatColumnHeading } from './board-column.tsx';
import styles from './board.module.css';
import type { AnyBoard, BoardMove } from './board.ts';
import { totalsQuery, useBoardMove, useDragSensors } from './use-board-move.ts';

/** The column under the pointer, or else the nearest column. */
const detectCollision: CollisionDetection = (args) => {
  const under = pointerWithin(args);
  return under.length > 0 ? under : closestCenter(args);
};

interface RecordBoardProps {
  board: AnyBoard;
  navigation: ListNavigation;
}

/**
 * The records of a list in columns. Cards are moved by dragging or with their menu. Phones show one column at a time.
 */
export default function RecordBoardView({ board, navigation }: RecordBoardProps): ReactElement {
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const { [board.columnFilter]: _column, ...filter } = navigation.search.filter;
  const totals = useQuery({ ...totalsQuery(board, filter), placeholderData: keepPreviousData });
  const isEmpty = totals.data?.every(({ count }) => count === 0) === true;
  const hasFilter = Object.keys(filter).length > 0;
  return (
    <>
      <section className={styles['filters']} aria-label="Filters">
        <FilterBar list={board.list} navigation={navigation} isPhone={isPhone} />
      </section>
      {totals.data === undefined && totals.error !== null && (
        <FailedState
          title="The board could not be loaded"
          text={getErrorMessage(totals.error)}
          onRetry={() => void totals.refetch()}
        />
      )}
      {isEmpty ? (
        <section className={styles['nothing']} aria-label="Board">
          {hasFilter ? (
            <NoMatch noun={board.list.nouns[1]} onClear={navigation.clearFilter} />
          ) : (
            <EmptyState {...board.list.empty} />
          )}
        </section>
      ) : (
        <Columns board={board} filter={filter} totals={totals.data ?? []} isPhone={isPhone} />
      )}
    </>
  );
}

interface ColumnsProps {
  board: AnyBoard;
  filter: Parameters<AnyBoard['columnsFor']>[0];
  totals: Awaited<ReturnType<AnyBoard['fetchTotals']>>;
  isPhone: boolean;
}

function Columns({ board, filter, totals, isPhone }: ColumnsProps): ReactElement {
  const [asked, setAsked] = useState<BoardMove | null>(null);
  const [dragged, setDragged] = useState<ListRow | null>(null);
  const move = useBoardMove(board, filter, setAsked);
  const sensors = useDragSensors();
  const columns = board.columnsFor(filter);
  const totalsOf = (key: string) => totals.find((each) => each.key === key);
  const first = columns.find(({ key }) => (totalsOf(key)?.count ?? 0) > 0) ?? columns[0];
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = isPhone ? columns.filter(({ key }) => key === (chosen ?? first?.key)) : columns;
  return (
    <>
      {isPhone && (
        <LabeledSelect
          label="Column"
          value={chosen ?? first?.key ?? ''}
          onChange={(event) => setChosen(event.target.value)}
          sx={{ mb: 2 }}
        >
          {columns.map(({ key, label }) => (
            <option key={key} value={key}>
              {formatColumnHeading(label, totalsOf(key))}
            </option>
          ))}
        </LabeledSelect>
      )}
      <DndContext
        sensors={sensors}
        collisionDetection={detectCollision}
        accessibility={{
          screenReaderInstructions: { draggable: 'To move a card by keyboard, use its menu.' },
        }}
        onDragStart={({ active }) => setDragged(findRow(active.data.current))}
        onDragCancel={() => setDragged(null)}
        onDragEnd={({ active, over }) => {
          // The record may have changed since the drag started.
          const row = findRow(active.data.current);
          if (row !== null && over !== null) move({ row, to: String(over.id) });
          setDragged(null);
        }}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
        <div className={styles['scroller']} role="region" aria-label="Board" tabIndex={0}>
          <div className={styles['wide']}>
            {shown.map(({ key, label }) => (
              <BoardColumn
                key={key}
                board={board}
                column={key}
                label={label}
                filter={filter}
                totals={totalsOf(key)}
                isTarget={dragged !== null && board.movesFrom(dragged).includes(key)}
                onMove={move}
              />
            ))}
          </div>
        </div>
        <DragOverlay>{dragged !== null && <CardFace board={board} row={dragged} isLifted />}</DragOverlay>
      </DndContext>
      {asked !== null && <Suspense>{board.dialog(asked, () => setAsked(null))}</Suspense>}
    </>
  );
}

function findRow(data: Record<string, unknown> | undefined): ListRow | null {
  return isDragged(data) ? data.row : null;
}

function isDragged(data: Record<string, unknown> | undefined): data is { row: ListRow } {
  return data !== undefined && 'row' in data;
}
