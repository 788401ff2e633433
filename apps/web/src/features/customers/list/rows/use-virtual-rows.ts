import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useLayoutEffect, useState, type RefObject } from 'react';

/** Fewer rows than this are all drawn. */
const maxDrawn = 60;
const overscan = 12;
/** About as many rows as a window shows below the filters. */
const firstDrawn = 12;

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

/**
 * Draws only the rows near the window, so that a list of hundreds answers as fast as one of a few. Of a page
 * that is new it draws the first rows at once; the others follow when no key is waiting.
 */
export function useVirtualRows(
  count: number,
  { pageKey, rowHeight, body }: { pageKey: string; rowHeight: number; body: RefObject<HTMLElement | null> },
): VirtualRows {
  const isVirtual = count > maxDrawn;
  const isNew = useDeferredValue(pageKey, '') !== pageKey;
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    if (isVirtual && body.current !== null)
      setScrollMargin(body.current.getBoundingClientRect().top + window.scrollY);
  }, [isVirtual, body, rowHeight]);
  // oxlint-disable-next-line react/incompatible-library -- its rows change with every scroll: nothing here may be memoised, and nothing is
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin,
    enabled: isVirtual,
    scrollPaddingStart: 120,
    scrollPaddingEnd: rowHeight,
  });
  const items = virtualizer.getVirtualItems();
  const start = isVirtual ? (items[0]?.index ?? 0) : 0;
  const last = isVirtual ? (items.at(-1)?.index ?? -1) + 1 : count;
  const end = isNew ? Math.min(last, start + firstDrawn) : last;
  return {
    start,
    end,
    before: start * rowHeight,
    behind: (count - end) * rowHeight,
    isVirtual,
    scrollTo: (index) => isVirtual && virtualizer.scrollToIndex(index),
  };
}
