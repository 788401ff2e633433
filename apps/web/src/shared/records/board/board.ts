import type { ReactElement } from 'react';
import type { ListFilter, ListRow, RecordList } from '../list/record-list.ts';

export interface Money {
  readonly currency: string;
  readonly cents: number;
}

/** The number of records in a column, and their total amount per currency. */
export interface ColumnTotals {
  readonly key: string;
  readonly count: number;
  readonly totals: readonly Money[];
}

export interface BoardMove<Row extends ListRow = ListRow> {
  readonly row: Row;
  /** The key of the target column. */
  readonly to: string;
}

/**
 * The board of a record type, an alternative to its list. Members are methods, so that a board of a specific type is
 * assignable to a general one.
 */
export interface RecordBoard<Row extends ListRow> {
  /** The list without the filters that the columns apply. */
  readonly list: RecordList<Row>;
  /** The list filter that selects a column. */
  readonly columnFilter: string;
  /** The sort order of the cards. Most recently moved first, because a moved card is placed first. */
  readonly sort: string;
  columnsFor(filter: ListFilter): readonly { readonly key: string; readonly label: string }[];
  columnOf(row: Row): string;
  fetchTotals(filter: ListFilter, signal: AbortSignal): Promise<readonly ColumnTotals[]>;
  amountOf(row: Row): Money | null;
  /** The columns that a card can move to, the next step first; none if the viewer may not move it. */
  movesFrom(row: Row): readonly string[];
  /** The record after the move, shown until the server has answered. */
  moved(move: BoardMove<Row>): Row;
  move(move: BoardMove<Row>): Promise<Row>;
  /** Whether a move needs input first, such as a reason or a confirmation. */
  asksFirst(move: BoardMove<Row>): boolean;
  /** Whether a rejected move can still succeed with input from the dialog. */
  asksAfter(error: Error): boolean;
  /** A dialog that asks for the input and makes the move itself. */
  dialog(move: BoardMove<Row>, onClose: () => void): ReactElement;
  /** Shown below the name of a card. */
  facts(row: Row): ReactElement;
}

export type AnyBoard = RecordBoard<ListRow>;
