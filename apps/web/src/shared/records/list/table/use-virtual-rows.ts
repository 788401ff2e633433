import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useLayoutEffect, useState, type RefObject } from 'react';

/** A list of at most this many rows is rendered whole. */
const maxRendered = 60;
const overscan = 12;
/** About as many rows as a window shows below the filters. */
const firstRendered = 12;

interface VirtualRows {
  /** Indexes of the rows to render: from `start` up to, not including, `end`. */
  start: number;
  end: number;
  /** Pixels that the rows before and after would take. */
  before: number;
  behind: number;
  isVirtual: boolean;
  scrollTo: (index: number) => void;
}

/** Renders only the rows near the window. Of a new page it renders the first rows at once, the others after pending input. */
export function useVirtualRows(
  count: number,
  { pageKey, rowHeight, body }: { pageKey: string; rowHeight: number; body: RefObject<HTMLElement | null> },
): VirtualRows {
  const isVirtual = count > maxRendered;
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
  const end = isNew ? Math.min(last, start + firstRendered) : last;
  return {
    start,
    end,
    before: start * rowHeight,
    behind: (count - end) * rowHeight,
    isVirtual,
    scrollTo: (index) => isVirtual && virtualizer.scrollToIndex(index),
  };
}
