import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import type { AnyList, ListFilter, RecordSelection } from '../record-list.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { downloadTicket } from '#shared/files/files.ts';
import type { ListSearch } from '../list-search.ts';

export interface Selection {
  /** Selects every matching record, on this page or not, except `ids`. */
  isAll: boolean;
  /** The selected records; with `isAll`, the excluded ones. */
  ids: ReadonlySet<string>;
  /** When the oldest of the pages with selected records was read. */
  asOf: string;
  has: (id: string) => boolean;
  /** The number of selected records out of `total`. */
  countOf: (total: number) => number;
  /** Selects or deselects one record; `isRange` does the same for all records between it and the last one toggled. */
  toggle: (id: string, options?: { isRange?: boolean }) => void;
  /** Selects the rows, or deselects them when all of them are selected. */
  toggleAll: (ids: readonly string[]) => void;
  selectAll: () => void;
  clear: () => void;
}

interface ScopedSelection {
  readonly scope: string;
  readonly isAll: boolean;
  readonly ids: ReadonlySet<string>;
  readonly asOf: string;
}

interface ShownPage {
  readonly ids: readonly string[];
  readonly asOf?: string | undefined;
  /** The scope of these rows; not yet the current one while the first page of a new filter loads. */
  readonly shownScope: string;
}

/**
 * The selected rows. The selection is kept across pages and ends with the `scope`, that is, when the filters change.
 * Rows of the previous filter cannot be selected.
 */
export function useSelection(
  scope: string,
  { ids: pageIds, asOf: pageAsOf = '', shownScope }: ShownPage,
): Selection {
  const [last, setLast] = useState<ScopedSelection>({ ...nothing, scope });
  const current = last.scope === scope ? last : nothing;
  const anchor = useRef<string | null>(null);
  const page = useLatest({ scope, shownScope, ids: pageIds, asOf: pageAsOf });

  const change = useChange(page, setLast);
  const toggle = useCallback(
    (id: string, { isRange = false }: { isRange?: boolean } = {}): void => {
      const touched = isRange ? listBetween(page.current.ids, anchor.current, id) : [id];
      anchor.current = id;
      change((selected) => withRows(selected, touched, !isIn(selected, id)));
    },
    [change, page],
  );
  const toggleAll = useCallback(
    (rows: readonly string[]): void =>
      change((selected) => withRows(selected, rows, !rows.every((id) => isIn(selected, id)))),
    [change],
  );
  const clear = useCallback(
    (): void => change((selected) => ({ ...selected, isAll: false, ids: none })),
    [change],
  );
  const { isAll, ids, asOf } = current;
  return useMemo(
    () => ({
      isAll,
      ids,
      asOf,
      has: (id) => ids.has(id) !== isAll,
      countOf: (total) => (isAll ? total - ids.size : ids.size),
      toggle,
      toggleAll,
      selectAll: () => change((selected) => ({ ...selected, isAll: true, ids: none })),
      clear,
    }),
    [isAll, ids, asOf, toggle, toggleAll, clear, change],
  );
}

type Change = (next: (selected: ScopedSelection) => ScopedSelection) => void;

/**
 * Changes the selection of the current scope, unless the rows of another one are still shown. The function is stable,
 * so that a click rerenders only the affected rows, and a filter none.
 */
function useChange(
  pageRef: { readonly current: { scope: string; shownScope: string; asOf: string } },
  setLast: Dispatch<SetStateAction<ScopedSelection>>,
): Change {
  return useCallback(
    (next) => {
      const { scope: now, shownScope, asOf } = pageRef.current;
      if (shownScope !== now) return;
      setLast((before) => {
        const selected = before.scope === now ? before : { ...nothing, scope: now };
        const isFirst = !selected.isAll && selected.ids.size === 0;
        return next(isFirst || asOf < selected.asOf ? { ...selected, asOf } : selected);
      });
    },
    [pageRef, setLast],
  );
}

/** A selection as the API's input: the selected records, or all that match except the excluded ones. */
export function toSelection(
  list: AnyList,
  filter: ListFilter,
  selection: Pick<Selection, 'isAll' | 'ids'> | null,
): RecordSelection {
  const complete = list.completeFilter?.(filter) ?? filter;
  if (selection === null || (selection.isAll && selection.ids.size === 0)) return { filter: complete };
  if (selection.isAll) return { filter: complete, exceptIds: [...selection.ids] };
  // Selected records count even if they no longer match the filter.
  const { deleted } = filter;
  return { filter: deleted === undefined ? {} : { deleted }, ids: [...selection.ids] };
}

type SelectedRows = Pick<Selection, 'isAll' | 'ids'> | null;
interface Download {
  run: () => void;
  isPending: boolean;
}

/** Downloads the selected records, or all that match, as CSV in the displayed order. */
export function useExport(
  list: AnyList,
  { filter, sort }: ListSearch,
  selection: SelectedRows = null,
): Download {
  return useDownload(async () => {
    const order = sort ?? list.sortFor?.(filter) ?? list.defaultSort;
    return list.exportRows?.(toSelection(list, filter, selection), order);
  });
}

/** Downloads the selected items themselves, such as files. */
export function useRowsDownload(list: AnyList, { filter }: ListSearch, selection: SelectedRows): Download {
  return useDownload(async () => list.downloadRows?.(toSelection(list, filter, selection)));
}

function useDownload(
  issueTicket: () => Promise<{ readonly ticket: { readonly url: string } } | undefined>,
): Download {
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: issueTicket,
    onSuccess: (answer) => {
      if (answer === undefined) return;
      downloadTicket(answer.ticket);
      toasts.done('Your download has started');
    },
    onError: (error) => toasts.failed(getErrorMessage(error)),
  });
  return { run: () => !isPending && mutate(), isPending };
}

const none: ReadonlySet<string> = new Set();
const nothing: ScopedSelection = { scope: '', isAll: false, ids: none, asOf: '' };

function isIn({ isAll, ids }: ScopedSelection, id: string): boolean {
  return ids.has(id) !== isAll;
}

/** If everything is selected, `ids` are the exceptions. */
function withRows(selected: ScopedSelection, rows: readonly string[], isSelected: boolean): ScopedSelection {
  const ids = new Set(selected.ids);
  for (const id of rows) {
    if (isSelected === selected.isAll) ids.delete(id);
    else ids.add(id);
  }
  return { ...selected, ids };
}

/** The rows from one to another, inclusive; only the second if the first is not on the page. */
function listBetween(page: readonly string[], from: string | null, to: string): readonly string[] {
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
