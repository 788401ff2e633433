import { useCallback, useState } from 'react';

export interface Selection {
  ids: ReadonlySet<string>;
  /** Every customer that matches, on this page or not. */
  isAll: boolean;
  toggle: (id: string) => void;
  /** Selects the page's rows, or takes them out when all of them are in. */
  togglePage: (pageIds: readonly string[]) => void;
  selectAll: () => void;
  clear: () => void;
}

interface Held {
  scope: string;
  ids: ReadonlySet<string>;
  isAll: boolean;
}

const none: ReadonlySet<string> = new Set();

/** Which rows are selected. It holds across pages and ends with the `scope`: the filters it was made under. */
export function useSelection(scope: string): Selection {
  const [held, setHeld] = useState<Held>({ scope, ids: none, isAll: false });
  const { ids, isAll } = held.scope === scope ? held : { ids: none, isAll: false };

  // The functions keep their identity, so that a click draws only the rows it changes.
  const change = useCallback(
    (next: (ids: ReadonlySet<string>) => Iterable<string>): void =>
      setHeld((last) => ({
        scope,
        ids: new Set(next(last.scope === scope ? last.ids : none)),
        isAll: false,
      })),
    [scope],
  );
  const toggle = useCallback((id: string): void => change((last) => toggled(last, id)), [change]);
  const togglePage = useCallback(
    (pageIds: readonly string[]): void =>
      change((last) =>
        pageIds.every((id) => last.has(id))
          ? [...last].filter((id) => !pageIds.includes(id))
          : [...last, ...pageIds],
      ),
    [change],
  );
  return {
    ids,
    isAll,
    toggle,
    togglePage,
    selectAll: () => setHeld({ scope, ids, isAll: true }),
    clear: () => change(() => []),
  };
}

function toggled(ids: ReadonlySet<string>, id: string): string[] {
  return ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id];
}
