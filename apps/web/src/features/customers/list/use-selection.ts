import { useState } from 'react';

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
  const set = (next: ReadonlySet<string>): void => setHeld({ scope, ids: next, isAll: false });
  return {
    ids,
    isAll,
    toggle: (id) =>
      set(ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id])),
    togglePage: (pageIds) => {
      const isWhole = pageIds.every((id) => ids.has(id));
      set(isWhole ? new Set([...ids].filter((id) => !pageIds.includes(id))) : new Set([...ids, ...pageIds]));
    },
    selectAll: () => setHeld({ scope, ids, isAll: true }),
    clear: () => set(none),
  };
}
