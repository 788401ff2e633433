import { useLayoutEffect, useState } from 'react';
import { selectWidth, type AnyColumn, type DisplaySettings } from '../display/display-settings.ts';
import type { AnyList } from '../record-list.ts';

const actionsWidth = 56;

/** The widths of the table's columns in pixels. */
export function widthsOf(
  list: AnyList,
  { columns }: Pick<DisplaySettings, 'columns'>,
  isSelectable: boolean,
): number[] {
  return [
    ...(isSelectable ? [selectWidth] : []),
    list.name.width,
    ...columns.map(({ width }) => width),
    ...(list.rowActions === undefined ? [] : [actionsWidth]),
  ];
}

interface Fitting {
  display: Pick<DisplaySettings, 'columns' | 'defaultKeys'>;
  isSelectable: boolean;
  /** What the table scrolls in; null before it is drawn. */
  frame: HTMLElement | null;
}

/**
 * The columns of the table. Until somebody chooses, those that do not fit are left out, so that none is cut; chosen
 * ones scroll sideways.
 */
export function useFittingColumns(
  list: AnyList,
  { display, isSelectable, frame }: Fitting,
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
  return columns.slice(0, countFitting(widthsOf(list, { columns: [] }, isSelectable), columns, room));
}

/** How many of the columns fit beside the fixed ones; at least one. */
export function countFitting(
  fixed: readonly number[],
  columns: readonly Pick<AnyColumn, 'width'>[],
  room: number,
): number {
  let left = room - fixed.reduce((sum, width) => sum + width, 0);
  const tooWide = columns.findIndex(({ width }) => (left -= width) < 0);
  return tooWide === -1 ? columns.length : Math.max(1, tooWide);
}
