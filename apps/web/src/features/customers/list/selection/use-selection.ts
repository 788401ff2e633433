import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

export interface Selection {
  /** Every customer that matches, on this page or not, but the exceptions. */
  isAll: boolean;
  /** The picked ones; with `isAll` the exceptions. */
  ids: ReadonlySet<string>;
  has: (id: string) => boolean;
  /** How many of `total` are in it. */
  countOf: (total: number) => number;
  /** Picks or drops one; `isRange` does the same for all between it and the last one touched. */
  toggle: (id: string, options?: { isRange?: boolean }) => void;
  /** Picks the page's rows, or drops them when all of them are in. */
  togglePage: () => void;
  selectAll: () => void;
  clear: () => void;
}

interface Held {
  readonly scope: string;
  readonly isAll: boolean;
  readonly ids: ReadonlySet<string>;
}

/** Which rows are selected. It holds across pages and ends with the `scope`: the filters it was made under. */
export function useSelection(scope: string, pageIds: readonly string[]): Selection {
  const [kept, setKept] = useState<Held>({ scope, isAll: false, ids: new Set() });
  const held = kept.scope === scope ? kept : { scope, isAll: false, ids: none };
  const anchor = useRef<string | null>(null);
  const page = useLatest(pageIds);
  const latestScope = useLatest(scope);

  // The functions keep their identity, so that a click draws only the rows it changes, and a filter none.
  const change = useCallback(
    (next: (held: Held) => Held): void => {
      const { current } = latestScope;
      setKept((last) => next(last.scope === current ? last : { scope: current, isAll: false, ids: none }));
    },
    [latestScope],
  );
  const toggle = useCallback(
    (id: string, { isRange = false }: { isRange?: boolean } = {}): void => {
      const touched = isRange ? between(page.current, anchor.current, id) : [id];
      anchor.current = id;
      change((last) => picked(last, touched, !isIn(last, id)));
    },
    [change, page],
  );
  const togglePage = useCallback(
    (): void => change((last) => picked(last, page.current, !page.current.every((id) => isIn(last, id)))),
    [change, page],
  );
  const clear = useCallback((): void => change((last) => ({ ...last, isAll: false, ids: none })), [change]);
  const { isAll, ids } = held;
  return useMemo(
    () => ({
      isAll,
      ids,
      has: (id) => ids.has(id) !== isAll,
      countOf: (total) => (isAll ? total - ids.size : ids.size),
      toggle,
      togglePage,
      selectAll: () => change((last) => ({ ...last, isAll: true, ids: none })),
      clear,
    }),
    [isAll, ids, toggle, togglePage, clear, change],
  );
}

const none: ReadonlySet<string> = new Set();

function isIn({ isAll, ids }: Held, id: string): boolean {
  return ids.has(id) !== isAll;
}

/** With everything selected, the ids are the exceptions: picking takes out, dropping puts in. */
function picked(held: Held, touched: readonly string[], isPicked: boolean): Held {
  const ids = new Set(held.ids);
  for (const id of touched) {
    if (isPicked === held.isAll) ids.delete(id);
    else ids.add(id);
  }
  return { ...held, ids };
}

/** The rows from one to another, both included; only the second when the first is not on the page. */
function between(page: readonly string[], from: string | null, to: string): readonly string[] {
  const [start, end] = [from === null ? -1 : page.indexOf(from), page.indexOf(to)];
  return start === -1 || end === -1 ? [to] : page.slice(Math.min(start, end), Math.max(start, end) + 1);
}

function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
