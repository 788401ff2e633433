import type { ReactElement } from 'react';
import type { ListFilter, ListRow, RecordList } from '../list/record-list.ts';

export interface Money {
  readonly currency: string;
  readonly cents: number;
}

/** How many records match in a column, and what they add up to; each currency apart. */
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

/** What a board shows of a record type, beside its list. Methods, so that a board of one noun is a board. */
export interface RecordBoard<Row extends ListRow> {
  /** The list without the filters that the columns apply. */
  readonly list: RecordList<Row>;
  /** The filter of the list that names a column. */
  readonly columnFilter: string;
  /** The order of the cards; what was moved last comes first, as a moved card does. */
  readonly sort: string;
  columnsFor(filter: ListFilter): readonly { readonly key: string; readonly label: string }[];
  columnOf(row: Row): string;
  fetchTotals(filter: ListFilter, signal: AbortSignal): Promise<readonly ColumnTotals[]>;
  amountOf(row: Row): Money | null;
  /** Where a card can go, the next step first; nowhere for one that the viewer may not move. */
  movesFrom(row: Row): readonly string[];
  /** The record as it will be, shown until the server has answered. */
  moved(move: BoardMove<Row>): Row;
  move(move: BoardMove<Row>): Promise<Row>;
  /** Whether a move asks something first, such as a reason. */
  asksFirst(move: BoardMove<Row>): boolean;
  /** Whether a refused move can still pass by what the dialog asks. */
  asksAfter(error: Error): boolean;
  /** Asks, and makes the move itself. */
  dialog(move: BoardMove<Row>, onClose: () => void): ReactElement;
  /** Below the name of a card. */
  facts(row: Row): ReactElement;
}

export type AnyBoard = RecordBoard<ListRow>;
