import type { ReactElement } from 'react';
import type { ListFilter, ListRow, RecordList } from '../list/record-list.ts';

export interface Money {
  readonly currency: string;
  readonly cents: number;
}

/** How many records match in a column, and their totals per currency. */
export interface ColumnTotals {
  readonly key: string;
  readonly count: number;
  readonly totals: readonly Money[];
}

export interface BoardMove<Row extends ListRow = ListRow> {
  readonly row: Row;
  /** The key of the column that it goes to. */
  readonly to: string;
}

/** A record type's board, an alternative to its list. Methods, so that a board of one noun is a board. */
export interface RecordBoard<Row extends ListRow> {
  /** The list without the filters that the columns apply. */
  readonly list: RecordList<Row>;
  /** The filter of the list that names a column. */
  readonly columnFilter: string;
  /** The order of the cards; most recently moved first, like a moved card. */
  readonly sort: string;
  columnsFor(filter: ListFilter): readonly { readonly key: string; readonly label: string }[];
  columnOf(row: Row): string;
  fetchTotals(filter: ListFilter, signal: AbortSignal): Promise<readonly ColumnTotals[]>;
  amountOf(row: Row): Money | null;
  /** The columns that a card can move to, the next step first; none if the viewer may not move it. */
  movesFrom(row: Row): readonly string[];
  /** The record as it will be, shown until the server has answered. */
  moved(move: BoardMove<Row>): Row;
  move(move: BoardMove<Row>): Promise<Row>;
  /** Whether a move asks something first, such as a reason. */
  asksFirst(move: BoardMove<Row>): boolean;
  /** Whether a rejected move can still succeed with the input of the dialog. */
  asksAfter(error: Error): boolean;
  /** Asks, and makes the move itself. */
  dialog(move: BoardMove<Row>, onClose: () => void): ReactElement;
  /** Below the name of a card. */
  facts(row: Row): ReactElement;
}

export type AnyBoard = RecordBoard<ListRow>;
