import Button from '@mui/material/Button';
import type { SavedView } from '@handover/contract/records/saved-views.ts';
import {
  lazy,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import { Link, useNavigate } from 'react-router';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import type { DisplaySettings } from '../display/display-settings.ts';
import { plainSearch, writeSearch, type ListSearch } from '../list-search.ts';
import type { AnyList, FixedView } from '../record-list.ts';
import {
  isChangedFrom,
  isWorthSaving,
  toListSearch,
  toViewSettings,
  useViewMutations,
  withDisplaySettings,
  withSavedDisplay,
} from './saved-views.ts';
import edgeFade from '@handover/ui/parts/edge-fade.module.css';
import styles from './view-tabs.module.css';

const SaveViewDialog = lazy(() => import('./save-view-dialog.tsx'));

interface ViewTabsProps {
  list: AnyList;
  search: ListSearch;
  display: DisplaySettings;
  views: readonly SavedView[];
  /** The view that the list was opened with. */
  view: SavedView | null;
}

/** The views as links: the built-in views, and the saved ones. A changed view can be saved. */
export function ViewTabs({ list, search, display, views, view }: ViewTabsProps): ReactElement {
  const user = useUser();
  const fixedViews = useMemo(() => list.fixedViews?.(user) ?? [], [list, user]);
  const current = view === null ? findCurrentFixedView(fixedViews, search) : null;
  const [first, ...rest] = fixedViews;
  const nav = useRef<HTMLElement>(null);
  const { length } = views;
  useEffect(() => {
    const tab = nav.current?.querySelector<HTMLElement>('[aria-current]') ?? null;
    if (nav.current !== null && tab !== null)
      nav.current.scrollLeft = tab.offsetLeft - (nav.current.clientWidth - tab.offsetWidth) / 2;
  }, [view?.id, current?.name, length]);
  const fixedTab = (fixed: FixedView): ReactElement => (
    <Tab
      key={fixed.name}
      list={list}
      search={{ ...plainSearch, filter: fixed.filter }}
      isCurrent={fixed === current}
    >
      {fixed.name}
    </Tab>
  );
  const isTrash = ({ filter }: FixedView): boolean => filter['deleted'] !== undefined;
  return (
    <div className={styles['views']}>
      <nav ref={nav} aria-label="Views" className={classNames(styles['tabs'], edgeFade['edges'])}>
        {first !== undefined && fixedTab(first)}
        {rest.filter((fixed) => !isTrash(fixed)).map(fixedTab)}
        {views.map((saved) => (
          <Tab key={saved.id} list={list} search={toListSearch(list, saved)} isCurrent={saved === view}>
            <span className={styles['name']} title={saved.name}>
              {saved.name}
            </span>
            {saved.isShared && (
              <Icon
                name="solar:users-group-rounded-linear"
                size={16}
                label={`Shared by ${saved.owner.displayName}`}
              />
            )}
          </Tab>
        ))}
        {rest.filter(isTrash).map(fixedTab)}
      </nav>
      <ViewActions list={list} search={search} display={display} view={view} />
    </div>
  );
}

/** Additional filters narrow a view; it remains current. */
function findCurrentFixedView(views: readonly FixedView[], { filter }: ListSearch): FixedView | null {
  const isCurrent = (view: FixedView): boolean =>
    Object.entries(view.filter).every(([name, value]) => filter[name] === value);
  return views.findLast(isCurrent) ?? null;
}

function getAddress(list: AnyList, search: ListSearch): string {
  return writeSearch(list, new URLSearchParams(), search).toString();
}

interface TabProps {
  list: AnyList;
  search: ListSearch;
  isCurrent: boolean;
  children: ReactNode;
}

function Tab({ list, search, isCurrent, children }: TabProps): ReactElement {
  return (
    <Link
      to={{ search: getAddress(list, search) }}
      aria-current={isCurrent ? 'true' : undefined}
      className={styles['tab']}
      preventScrollReset
    >
      {children}
    </Link>
  );
}

function ViewActions({ list, search, display, view }: Omit<ViewTabsProps, 'views'>): ReactElement | null {
  const navigate = useNavigate();
  const user = useUser();
  const mutations = useViewMutations(list);
  const [dialog, setDialog] = useState<'save' | 'rename' | null>(null);
  const go = (to: ListSearch): void =>
    void navigate({ search: getAddress(list, to) }, { preventScrollReset: true });
  const settings = toViewSettings(search);
  const isChanged = view === null ? isWorthSaving(search, display) : isChangedFrom(list, view, search);

  const close = (): void => setDialog(null);
  const create = (made: Pick<SavedView, 'name' | 'isShared'>): void =>
    mutations.create({ ...made, settings: withDisplaySettings(settings, display) }, (saved) => {
      close();
      go(toListSearch(list, saved));
    });
  const update = (changed: SavedView): void => {
    const next = { id: changed.id, settings: withSavedDisplay(settings, changed) };
    mutations.change(changed, { settings: next.settings }, () => go(toListSearch(list, next)));
  };
  return (
    <div className={styles['actions']}>
      {isChanged && view?.abilities.canUpdate === true && (
        <Button variant="text" loading={mutations.isPending} onClick={() => update(view)}>
          Save
        </Button>
      )}
      {isChanged && (
        <Button variant="text" color="inherit" onClick={() => setDialog('save')}>
          {view === null ? 'Save view' : 'Save as'}
        </Button>
      )}
      {view?.abilities.canUpdate === true && (
        <MenuButton
          label={`View ${view.name}`}
          isIconOnly
          actions={listViewActions(view, {
            isOwn: view.owner.id === user.id,
            rename: () => setDialog('rename'),
            share: () => mutations.change(view, { isShared: !view.isShared }),
            remove: () => mutations.remove(view, () => go(plainSearch)),
          })}
        />
      )}
      {dialog !== null && (
        <Suspense>
          <SaveViewDialog
            title={dialog === 'rename' ? 'Rename view' : 'Save view'}
            start={dialog === 'rename' && view !== null ? view : { name: '', isShared: false }}
            canShare={dialog === 'save'}
            isPending={mutations.isPending}
            onSave={(made) =>
              dialog === 'rename' && view !== null
                ? mutations.change(view, { name: made.name }, close)
                : create(made)
            }
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}

function listViewActions(
  view: SavedView,
  {
    isOwn,
    rename,
    share,
    remove,
  }: { isOwn: boolean; rename: () => void; share: () => void; remove: () => void },
): MenuAction[] {
  return [
    { label: 'Rename', icon: 'solar:pen-linear', onSelect: rename },
    ...(isOwn || !view.isShared
      ? [
          {
            label: view.isShared ? 'Make personal' : 'Share with the workspace',
            icon: 'solar:users-group-rounded-linear',
            onSelect: share,
          },
        ]
      : []),
    { label: 'Delete view', icon: 'solar:trash-bin-trash-linear', isDangerous: true, onSelect: remove },
  ];
}
