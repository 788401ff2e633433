import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type RefObject } from 'react';

/** Fewer rows than this are all drawn. */
const mostDrawn = 60;
const overscan = 12;

interface VirtualRows {
  /** Indexes of the rows to draw: from `start` up to, not including, `end`. */
  start: number;
  end: number;
  /** Pixels that the rows before and behind would take. */
  before: number;
  behind: number;
  isVirtual: boolean;
  scrollTo: (index: number) => void;
}

/** Draws only the rows near the window, so that a list of hundreds answers as fast as one of a few. */
export function useVirtualRows(
  count: number,
  { rowHeight, body }: { rowHeight: number; body: RefObject<HTMLElement | null> },
): VirtualRows {
  const isVirtual = count > mostDrawn;
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    if (isVirtual && body.current !== null)
      setScrollMargin(body.current.getBoundingClientRect().top + window.scrollY);
  }, [isVirtual, body, rowHeight]);
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin,
    enabled: isVirtual,
    scrollPaddingStart: 120,
    scrollPaddingEnd: rowHeight,
  });
  if (!isVirtual) return { start: 0, end: count, before: 0, behind: 0, isVirtual, scrollTo: () => undefined };
  const items = virtualizer.getVirtualItems();
  const start = items[0]?.index ?? 0;
  const end = (items.at(-1)?.index ?? -1) + 1;
  return {
    start,
    end,
    before: start * rowHeight,
    behind: (count - end) * rowHeight,
    isVirtual,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  };
}
