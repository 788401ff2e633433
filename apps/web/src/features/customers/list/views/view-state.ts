import type { SavedView, ViewSettings } from '@handover/contract/saved-views.ts';
import { defaultKeys } from '../columns/columns.ts';
import type { DisplaySettings } from '../columns/use-display-settings.ts';
import { plainSearch, readSearch, writeSearch, type ListSearch } from '../search/list-search.ts';

/** The list as a view shows it. */
export function searchOfView(view: Pick<SavedView, 'id' | 'settings'>): ListSearch {
  const { filter, sort, columns, density } = view.settings;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    for (const item of Array.isArray(value) ? value : [value]) params.append(name, item);
  return { ...plainSearch, filter: readSearch(params).filter, sort, columns, density, viewId: view.id };
}

/** What a view would keep of the list as it stands. */
export function settingsOf({ filter, sort, columns, density }: ListSearch): ViewSettings {
  const { tagId, custom, ...texts } = filter;
  return {
    filter: {
      ...texts,
      ...(tagId !== undefined && { tagId: [...tagId] }),
      ...(custom !== undefined && { custom: [...custom] }),
    },
    sort,
    columns: columns === null ? null : [...columns],
    density,
  };
}

/** The same for a new view: it keeps the looks on screen, whoever chose them. */
export function withDisplaySettings(
  settings: ViewSettings,
  { columns, density }: Pick<DisplaySettings, 'columns' | 'density'>,
): ViewSettings {
  return { ...settings, columns: columns.map(({ key }) => key), density };
}

/** The same for a view that is saved again: what the address does not name is as the view has it. */
export function withSavedViewSettings(
  settings: ViewSettings,
  { settings: saved }: Pick<SavedView, 'settings'>,
): ViewSettings {
  return {
    ...settings,
    columns: settings.columns ?? saved.columns,
    density: settings.density ?? saved.density,
  };
}

/** Whether a list without a view differs from what everybody sees first. The bin is no view. */
export function isWorthSaving(search: ListSearch, { columns }: Pick<DisplaySettings, 'columns'>): boolean {
  const isPlain = JSON.stringify(settingsOf(search)) === JSON.stringify(settingsOf(plainSearch));
  const isUsual = columns.map(({ key }) => key).join() === defaultKeys.join();
  return search.filter.deleted === undefined && !(isPlain && isUsual);
}

/** Whether the list differs from the view that it was opened by. */
export function isChangedFrom(view: SavedView, search: ListSearch): boolean {
  const inAddress = (state: ListSearch): string =>
    writeSearch(new URLSearchParams(), {
      ...state,
      viewId: null,
      cursor: null,
      page: 1,
      limit: plainSearch.limit,
    }).toString();
  const saved = searchOfView(view);
  // What the address does not name is as the view has it.
  const shown = {
    ...search,
    columns: search.columns ?? saved.columns,
    density: search.density ?? saved.density,
  };
  return inAddress(shown) !== inAddress(saved);
}
