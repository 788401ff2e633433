import { useDeferredValue, useSyncExternalStore, type RefObject } from 'react';

/** A list of at most this many rows is rendered whole. */
const maxRendered = 60;
/** Rows rendered above and below the window. */
const overscan = 12;
/** The rendered rows change once every this many scrolled rows. */
const step = 6;
/** About as many rows as fit in a window below the filters. */
const firstRendered = 12;
/** The height in pixels that the header and column headers cover at the top. */
const coveredTop = 120;

interface VirtualRows {
  /** Indexes of the rows to render: from `start` up to, not including, `end`. */
  start: number;
  end: number;
  /** The height in pixels of the rows before and after. */
  before: number;
  behind: number;
  isVirtual: boolean;
  scrollTo: (index: number) => void;
}

/**
 * Renders only the rows near the window; all have the same height. For a new page, it renders the first rows
 * immediately, and the others after pending input.
 */
export function useVirtualRows(
  count: number,
  { pageKey, rowHeight, body }: { pageKey: string; rowHeight: number; body: RefObject<HTMLElement | null> },
): VirtualRows {
  const isVirtual = count > maxRendered;
  const isNew = useDeferredValue(pageKey, '') !== pageKey;
  const firstShown = useSyncExternalStore(subscribe, () => {
    if (!isVirtual) return 0;
    const rowsAbove = -getTop(body) / rowHeight;
    return Math.min(Math.max(0, Math.floor(rowsAbove / step) * step), count);
  });
  const shown = useSyncExternalStore(subscribe, () => Math.ceil(window.innerHeight / rowHeight));

  const start = Math.max(0, firstShown - overscan);
  const last = isVirtual ? Math.min(count, firstShown + step + shown + overscan) : count;
  const end = isNew ? Math.min(last, start + firstRendered) : last;
  return {
    start,
    end,
    before: start * rowHeight,
    behind: (count - end) * rowHeight,
    isVirtual,
    scrollTo: (index) => {
      if (!isVirtual) return;
      const top = getTop(body) + index * rowHeight;
      const lowestTop = window.innerHeight - 2 * rowHeight;
      if (top < coveredTop) window.scrollBy({ top: top - coveredTop });
      else if (top > lowestTop) window.scrollBy({ top: top - lowestTop });
    },
  };
}

/** Pixels from the top of the window; negative after scrolling past it. */
function getTop(body: RefObject<HTMLElement | null>): number {
  return body.current?.getBoundingClientRect().top ?? 0;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  window.addEventListener('resize', listener);
  return () => {
    window.removeEventListener('scroll', listener);
    window.removeEventListener('resize', listener);
  };
}
