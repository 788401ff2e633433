import { useLayoutEffect, useState } from 'react';
import { selectWidth, type AnyColumn, type DisplaySettings } from '../display/display-settings.ts';
import type { AnyList, CellContext, ListRow } from '../record-list.ts';

const actionsWidth = 56;
/** The width of a column without values, which fits most titles. */
const emptyWidth = 80;

/** The widths of the table's columns in pixels. Columns without values leave most of their width to the name. */
export function getWidths(
  list: AnyList,
  {
    columns,
    hasValue = () => true,
  }: Pick<DisplaySettings, 'columns'> & { hasValue?: (column: AnyColumn) => boolean },
  isSelectable: boolean,
): number[] {
  const widths = columns.map((column) =>
    hasValue(column) ? column.width : Math.min(column.width, emptyWidth),
  );
  const left = columns.reduce((sum, { width }, index) => sum + width - (widths[index] ?? 0), 0);
  return [
    ...(isSelectable ? [selectWidth] : []),
    list.name.width + left,
    ...widths,
    ...(list.rowActions === undefined ? [] : [actionsWidth]),
  ];
}

/**
 * Whether a column has a value in one of the rows, or is editable there: typing requires the full width of the column.
 */
export function hasValueIn(
  { text, edit }: AnyColumn,
  rows: readonly ListRow[],
  context: CellContext,
): boolean {
  if (text === undefined || edit !== undefined) return true;
  return rows.some((row) => (text(row, context) ?? '') !== '');
}

interface FittingInput {
  display: Pick<DisplaySettings, 'columns' | 'defaultKeys'>;
  isSelectable: boolean;
  /** The scroll container of the table; null before it is rendered. */
  frame: HTMLElement | null;
}

/**
 * The columns of the table. The default columns are omitted if they do not fit, so that none is cut off; columns
 * selected by the user scroll horizontally.
 */
export function useFittingColumns(
  list: AnyList,
  { display, isSelectable, frame }: FittingInput,
): readonly AnyColumn[] {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    if (frame === null) return undefined;
    const measure = (): void => setRoom(frame.clientWidth);
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [frame]);
  const { columns, defaultKeys } = display;
  const isChosen = columns.map(({ key }) => key).join() !== defaultKeys.join();
  if (isChosen || room === 0) return columns;
  return columns.slice(0, countFitting(getWidths(list, { columns: [] }, isSelectable), columns, room));
}

/** How many columns fit next to the fixed ones; at least one. */
export function countFitting(
  fixed: readonly number[],
  columns: readonly Pick<AnyColumn, 'width'>[],
  room: number,
): number {
  let left = room - fixed.reduce((sum, width) => sum + width, 0);
  const tooWide = columns.findIndex(({ width }) => (left -= width) < 0);
  return tooWide === -1 ? columns.length : Math.max(1, tooWide);
}
