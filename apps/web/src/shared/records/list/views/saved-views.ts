import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  restoreSavedView,
  updateSavedView,
  type SavedView,
  type ViewSettings,
} from '@handover/contract/records/saved-views.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import type { DisplaySettings } from '../display/display-settings.ts';
import { plainSearch, toFilter, writeSearch, type ListSearch } from '../list-search.ts';
import { findRecordType, type AnyList } from '../record-list.ts';

/** The views of a list that the user sees: their own and shared views. */
export const savedViewsQuery = (list: AnyList): QueryFor<SavedView[]> =>
  oneQuery({
    queryKey: ['view', 'all', 'list', list.recordType],
    queryFn: async ({ signal }) =>
      (await send(listSavedViews, { query: { recordType: findRecordType(list) } }, { signal })).savedViews,
  });

export type NewView = Pick<SavedView, 'name' | 'isShared' | 'settings'>;

interface ViewMutations {
  create: (view: NewView, onDone: (view: SavedView) => void) => void;
  change: (view: SavedView, change: Partial<NewView>, onDone?: () => void) => void;
  remove: (view: SavedView, onDone: () => void) => void;
  isPending: boolean;
}

/** Creates, changes, and deletes saved views. */
export function useViewMutations(list: AnyList): ViewMutations {
  const client = useQueryClient();
  const toasts = useToasts();
  const submitKey = useSubmitKey();
  const { queryKey } = savedViewsQuery(list);
  const { mutate, isPending } = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onError: (error) =>
      toasts.failed(
        error instanceof ApiError && error.code === 'STALE_VERSION'
          ? 'Someone else changed this view. Reload the page and try again.'
          : getErrorMessage(error),
      ),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return {
    create: (view, onDone) =>
      mutate(async () => {
        const body = { recordType: findRecordType(list), ...view };
        const { savedView } = await send(
          createSavedView,
          { body },
          { idempotencyKey: submitKey.keyFor(body) },
        );
        submitKey.renew();
        client.setQueryData(queryKey, (views) => [
          ...(views ?? []).filter(({ id }) => id !== savedView.id),
          savedView,
        ]);
        onDone(savedView);
      }),
    change: ({ id, version }, change, onDone) =>
      mutate(async () => {
        const { savedView } = await send(updateSavedView, { params: { id }, body: { version, ...change } });
        client.setQueryData(queryKey, (views) => views?.map((view) => (view.id === id ? savedView : view)));
        toasts.done(`${savedView.name} saved`);
        onDone?.();
      }),
    remove: ({ id, name }, onDone) =>
      mutate(async () => {
        await send(deleteSavedView, { params: { id } });
        onDone();
        toasts.undoable(`${name} deleted`, () => mutate(() => send(restoreSavedView, { params: { id } })));
      }),
    isPending,
  };
}

/** The state of the list when it shows a view. */
export function toListSearch(
  list: AnyList,
  { id, settings }: Pick<SavedView, 'id' | 'settings'>,
): ListSearch {
  const { filter, sort, columns, density } = settings;
  return { ...plainSearch, filter: toFilter(list, filter), sort, columns, density, viewId: id };
}

/** The current settings of the list that a view would save. */
export function toViewSettings({ filter, sort, columns, density }: ListSearch): ViewSettings {
  const texts = Object.entries(filter).map(([name, value]): [string, string | string[]] => [
    name,
    typeof value === 'string' ? value : [...value],
  ]);
  return {
    filter: Object.fromEntries(texts),
    sort,
    columns: columns === null ? null : [...columns],
    density,
  };
}

/** The settings for a new view, with the columns and row height on screen. */
export function withDisplaySettings(
  settings: ViewSettings,
  { columns, density }: Pick<DisplaySettings, 'columns' | 'density'>,
): ViewSettings {
  return { ...settings, columns: columns.map(({ key }) => key), density };
}

/** The settings for saving a view again. Settings missing in the URL are taken from the view. */
export function withSavedDisplay(
  settings: ViewSettings,
  { settings: saved }: Pick<SavedView, 'settings'>,
): ViewSettings {
  return {
    ...settings,
    columns: settings.columns ?? saved.columns,
    density: settings.density ?? saved.density,
  };
}

/** Whether a list without a view differs from the default. The trash cannot be saved. */
export function isWorthSaving(
  search: ListSearch,
  { columns, defaultKeys }: Pick<DisplaySettings, 'columns' | 'defaultKeys'>,
): boolean {
  const isPlain = JSON.stringify(toViewSettings(search)) === JSON.stringify(toViewSettings(plainSearch));
  const hasDefaultColumns = columns.map(({ key }) => key).join() === defaultKeys.join();
  return search.filter['deleted'] === undefined && !(isPlain && hasDefaultColumns);
}

/** Whether the list differs from the view that it was opened with. */
export function isChangedFrom(list: AnyList, view: SavedView, search: ListSearch): boolean {
  const addressOf = (state: ListSearch): string =>
    writeSearch(list, new URLSearchParams(), {
      ...state,
      viewId: null,
      cursor: null,
      page: 1,
      limit: plainSearch.limit,
    }).toString();
  const saved = toListSearch(list, view);
  // Settings missing in the URL come from the view.
  const shown = {
    ...search,
    columns: search.columns ?? saved.columns,
    density: search.density ?? saved.density,
  };
  return addressOf(shown) !== addressOf(saved);
}
