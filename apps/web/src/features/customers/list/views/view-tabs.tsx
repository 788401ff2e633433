import Button from '@mui/material/Button';
import { roleLevels, levelOf } from '@handover/contract/roles.ts';
import type { SavedView } from '@handover/contract/saved-views.ts';
import { lazy, Suspense, useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import type { DisplaySettings } from '../columns/use-display-settings.ts';
import { plainSearch, writeSearch, type ListSearch } from '../search/list-search.ts';
import { useViewMutations } from './use-view-mutations.ts';
import {
  isChangedFrom,
  isWorthSaving,
  searchOfView,
  settingsOf,
  withDisplaySettings,
  withSavedViewSettings,
} from './view-state.ts';
import styles from './view-tabs.module.css';

const SaveViewDialog = lazy(() => import('./save-view-dialog.tsx'));

interface ViewTabsProps {
  search: ListSearch;
  /** How the list looks, by the view or by the viewer's own choice: a new view keeps it. */
  looks: DisplaySettings;
  views: readonly SavedView[];
  /** The view that the list was opened by. */
  view: SavedView | null;
}

const addressOf = (search: ListSearch): string => writeSearch(new URLSearchParams(), search).toString();

/** The views as links: all customers, the saved ones, the bin. One that was changed offers to be saved. */
export function ViewTabs({ search, looks, views, view }: ViewTabsProps): ReactElement {
  const user = useUser();
  const isBin = view === null && search.filter.deleted !== undefined;
  const nav = useRef<HTMLElement>(null);
  const { length } = views;
  useEffect(() => {
    const tab = nav.current?.querySelector<HTMLElement>('[aria-current]') ?? null;
    if (nav.current !== null && tab !== null)
      nav.current.scrollLeft = tab.offsetLeft - (nav.current.clientWidth - tab.offsetWidth) / 2;
  }, [view?.id, isBin, length]);
  return (
    <div className={styles['views']}>
      <nav ref={nav} aria-label="Views" className={styles['tabs']}>
        <Tab search={plainSearch} isCurrent={view === null && !isBin}>
          All
        </Tab>
        {views.map((saved) => (
          <Tab key={saved.id} search={searchOfView(saved)} isCurrent={saved === view}>
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
        {/* The bin is for those who may take something out of it. */}
        {levelOf(user.role) >= roleLevels.ADMIN && (
          <Tab search={{ ...plainSearch, filter: { deleted: 'true' } }} isCurrent={isBin}>
            Bin
          </Tab>
        )}
      </nav>
      <ViewMutations search={search} looks={looks} view={view} />
    </div>
  );
}

function Tab({
  search,
  isCurrent,
  children,
}: {
  search: ListSearch;
  isCurrent: boolean;
  children: ReactNode;
}): ReactElement {
  return (
    <Link
      to={{ search: addressOf(search) }}
      aria-current={isCurrent ? 'true' : undefined}
      className={styles['tab']}
      preventScrollReset
    >
      {children}
    </Link>
  );
}

function ViewMutations({ search, looks, view }: Omit<ViewTabsProps, 'views'>): ReactElement | null {
  const navigate = useNavigate();
  const user = useUser();
  const acts = useViewMutations();
  const [asking, setAsking] = useState<'save' | 'rename' | null>(null);
  const go = (to: ListSearch): void => void navigate({ search: addressOf(to) }, { preventScrollReset: true });
  const settings = settingsOf(search);
  const isChanged = view === null ? isWorthSaving(search, looks) : isChangedFrom(view, search);

  const close = (): void => setAsking(null);
  const create = (made: Pick<SavedView, 'name' | 'isShared'>): void =>
    acts.create({ ...made, settings: withDisplaySettings(settings, looks) }, (saved) => {
      close();
      go(searchOfView(saved));
    });
  const update = (changed: SavedView): void => {
    const next = { id: changed.id, settings: withSavedViewSettings(settings, changed) };
    acts.change(changed, { settings: next.settings }, () => go(searchOfView(next)));
  };
  return (
    <div className={styles['acts']}>
      {isChanged && view?.abilities.canUpdate === true && (
        <Button variant="text" loading={acts.isPending} onClick={() => update(view)}>
          Save
        </Button>
      )}
      {isChanged && (
        <Button variant="text" color="inherit" onClick={() => setAsking('save')}>
          {view === null ? 'Save view' : 'Save as'}
        </Button>
      )}
      {view?.abilities.canUpdate === true && (
        <MenuButton
          label={`View ${view.name}`}
          isIconOnly
          actions={viewActions(view, {
            isOwn: view.owner.id === user.id,
            rename: () => setAsking('rename'),
            share: () => acts.change(view, { isShared: !view.isShared }),
            remove: () => acts.remove(view, () => go(plainSearch)),
          })}
        />
      )}
      {asking !== null && (
        <Suspense>
          <SaveViewDialog
            title={asking === 'rename' ? 'Rename the view' : 'Save as a view'}
            start={asking === 'rename' && view !== null ? view : { name: '', isShared: false }}
            canShare={asking === 'save'}
            isPending={acts.isPending}
            onSave={(made) =>
              asking === 'rename' && view !== null
                ? acts.change(view, { name: made.name }, close)
                : create(made)
            }
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}

function viewActions(
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
