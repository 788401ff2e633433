import { MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '#shared/api/query-factory.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { getPageKey } from '../list/list-page.ts';
import { findRecordType, type ListFilter, type ListPage, type ListRow } from '../list/record-list.ts';
import type { AnyBoard, BoardMove, ColumnTotals, Money } from './board.ts';

/** The number of cards that a column loads at a time. */
const pageSize = '20';

const getBoardKey = ({ list }: AnyBoard): string[] => [...getPageKey(list), 'board'];

/** The cards of a column. */
export const columnQuery = (
  board: AnyBoard,
  filter: ListFilter,
  column: string,
): PagesFor<ListPage<ListRow>> =>
  pagesQuery({
    queryKey: [...getBoardKey(board), 'cards', column, filter],
    fetchPage: ({ cursor, signal }) =>
      board.list.fetchPage(
        {
          ...filter,
          [board.columnFilter]: column,
          sort: board.sort,
          limit: pageSize,
          ...(cursor !== undefined && { cursor }),
        },
        signal,
      ),
  });

export const totalsQuery = (board: AnyBoard, filter: ListFilter): QueryFor<readonly ColumnTotals[]> =>
  oneQuery({
    queryKey: [...getBoardKey(board), 'totals', filter],
    queryFn: ({ signal }) => board.fetchTotals(filter, signal),
  });

type Pages = InfiniteData<ListPage<ListRow>, string | undefined>;

/** Moves are sent one after another, but shown immediately. */
const scope = { id: 'board moves' };

/**
 * Moves a card optimistically: the move is undone on screen if the server rejects it. `onAsk` receives a move that
 * needs input from the dialog.
 */
export function useBoardMove(
  board: AnyBoard,
  filter: ListFilter,
  onAsk: (move: BoardMove) => void,
): (move: BoardMove) => void {
  const client = useQueryClient();
  const toasts = useToasts();
  const refresh = useRefresh();
  const keyOf = (column: string) => columnQuery(board, filter, column).queryKey;

  const put = ({ row, to }: BoardMove): void => {
    const from = board.columnOf(row);
    client.setQueryData<Pages>(keyOf(from), (pages) => pages && removeCard(pages, row.id));
    client.setQueryData<Pages>(keyOf(to), (pages) => pages && withFirst(pages, board.moved({ row, to })));
    const amount = board.amountOf(row);
    client.setQueryData<readonly ColumnTotals[]>(totalsQuery(board, filter).queryKey, (totals) =>
      totals?.map((column) => {
        if (column.key === from) return changeTotals(column, -1, amount);
        return column.key === to ? changeTotals(column, 1, amount) : column;
      }),
    );
  };
  const { mutate } = useMutation({
    scope,
    mutationFn: useSentMove(board),
    onMutate: async (move) => {
      const queryKey = getBoardKey(board);
      await client.cancelQueries({ queryKey });
      const before = client.getQueriesData({ queryKey });
      put(move);
      return { before };
    },
    onSuccess: (row, { to }) =>
      client.setQueryData<Pages>(keyOf(to), (pages) => pages && withCurrent(pages, row)),
    onError: (error, move, context) => {
      for (const [queryKey, data] of context?.before ?? []) client.setQueryData(queryKey, data);
      if (board.asksAfter(error)) onAsk(move);
      else toasts.failed(getErrorMessage(error));
    },
    onSettled: () => refresh({ noun: findRecordType(board.list), customerId: null }),
  });
  return useCallback(
    (move) => {
      if (board.columnOf(move.row) === move.to || !board.movesFrom(move.row).includes(move.to)) return;
      if (board.asksFirst(move)) onAsk(move);
      else mutate(move);
    },
    [board, mutate, onAsk],
  );
}

/** Sends a move with the latest known version, which the board may not have reloaded yet. */
function useSentMove(board: AnyBoard): (move: BoardMove) => Promise<ListRow> {
  const versions = useRef(new Map<string, number>());
  return async ({ row, to }) => {
    const version = Math.max(row.version, versions.current.get(row.id) ?? 0);
    const moved = await board.move({ row: { ...row, version }, to });
    versions.current.set(moved.id, moved.version);
    return moved;
  };
}

function removeCard(pages: Pages, id: string): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, rows: page.rows.filter((row) => row.id !== id) })),
  };
}

function withFirst(pages: Pages, row: ListRow): Pages {
  const [first, ...rest] = pages.pages;
  return first === undefined
    ? pages
    : { ...pages, pages: [{ ...first, rows: [row, ...first.rows] }, ...rest] };
}

/** A card that was moved again is no longer in the column. */
function withCurrent(pages: Pages, row: ListRow): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      rows: page.rows.map((each) => (each.id === row.id ? row : each)),
    })),
  };
}

function changeTotals(column: ColumnTotals, by: 1 | -1, amount: Money | null): ColumnTotals {
  const { key, count, totals } = column;
  if (amount === null) return { key, count: count + by, totals };
  const others = totals.filter(({ currency }) => currency !== amount.currency);
  const own = totals.find(({ currency }) => currency === amount.currency)?.cents ?? 0;
  const total = { currency: amount.currency, cents: own + by * amount.cents };
  return {
    key,
    count: count + by,
    totals: [...others, total].toSorted((a, b) => a.currency.localeCompare(b.currency)),
  };
}

/** A drag starts when the mouse moves or a finger rests on a card. */
export function useDragSensors(): ReturnType<typeof useSensors> {
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that moves immediately scrolls the page.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
}
