import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { BulkRun, listBulkRuns } from '@handover/contract/records/bulk.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState, type ReactElement, type ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { IconButton } from '@handover/ui-lite/parts/button.tsx';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { PageToolbar } from '@handover/ui/parts/page-toolbar.tsx';
import { send, type CallOf } from '#shared/api/client.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { useShortcut } from '#shared/shortcuts/shortcuts.ts';
import styles from './list-toolbar.module.css';
import { useDisplaySettings } from './display/display-settings.ts';
import { ListCard, type CreateAction } from './list-card.tsx';
import { useListSearch, type ListNavigation } from './list-search.ts';
import { findRecordType, type AnyList, type ListRow, type PreviewProps } from './record-list.ts';
import { savedViewsQuery } from './views/saved-views.ts';
import { useExport } from './bulk/use-selection.ts';
import { ViewTabs } from './views/view-tabs.tsx';

const BulkStrip = lazy(() => import('./bulk/bulk-runs.tsx'));
const BulkHistory = lazy(async () => ({ default: (await import('./bulk/bulk-runs.tsx')).BulkHistory }));

interface RecordListPageProps {
  list: AnyList;
  /** Not set if records are created only as a result of others. */
  create?: CreateAction;
  /** Links to other displays of the same records. */
  layouts?: ReactNode;
  /** Shown before the Export button; collapsed on a phone. */
  actions?: ReactNode;
  /** Shown in the menu after the buttons. */
  menu?: readonly MenuAction[];
  /** Replaces the saved views, for a list that has none. */
  note?: ReactNode;
  /** Shown above the rows while nothing is selected. */
  lead?: ReactNode;
  /** Opens a record on this screen instead of following its link. Must be a stable function. */
  onOpen?(row: ListRow): void;
  /** The latest entries of a record's timeline, for a list with previews. */
  Latest?: PreviewProps['Latest'];
  /** Replaces the list with other content that uses the same filters. */
  children?: (navigation: ListNavigation) => ReactNode;
}

/** The screen of a list: views and actions, progress of bulk runs, and the list itself. */
export function RecordListPage(props: RecordListPageProps): ReactElement {
  const { list, create, layouts, actions, menu = [], note, lead, children } = props;
  const navigation = useListSearch(list);
  const { search } = navigation;
  const hasViews = list.recordType !== undefined;
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const { data: views = [] } = useQuery({ ...savedViewsQuery(list), enabled: hasViews });
  const view = views.find(({ id }) => id === search.viewId) ?? null;
  const display = useDisplaySettings(list, navigation, view);
  const bulk = useBulkRun(list);
  const menuActions: MenuAction[] = [
    ...(list.bulkActions === undefined
      ? []
      : [
          {
            label: 'Bulk actions',
            icon: 'solar:checklist-minimalistic-linear',
            onSelect: () => bulk.show('recent'),
          },
        ]),
    ...menu,
  ];
  const secondary = (
    <>
      {actions}
      {list.exportRows !== undefined && <ExportButton list={list} navigation={navigation} />}
    </>
  );
  const hasSecondary = actions !== undefined || list.exportRows !== undefined || menuActions.length > 0;
  const hasToolbar = hasViews || layouts !== undefined || create !== undefined || hasSecondary;
  return (
    <>
      {hasToolbar && (
        <PageToolbar
          actions={
            <>
              {layouts}
              {isPhone && hasSecondary ? (
                <FoldedActions primary={create !== undefined && <CreateButton {...create} />}>
                  {secondary}
                  {menuActions.map(({ label, onSelect }) => (
                    <Button key={label} variant="outlined" color="inherit" onClick={onSelect}>
                      {label}
                    </Button>
                  ))}
                </FoldedActions>
              ) : (
                <>
                  {secondary}
                  {create !== undefined && <CreateButton {...create} />}
                  {menuActions.length > 0 && (
                    <MenuButton label="List actions" isIconOnly actions={menuActions} />
                  )}
                </>
              )}
            </>
          }
        >
          {hasViews ? (
            <ViewTabs list={list} search={search} display={display} views={views} view={view} />
          ) : (
            note !== undefined && <div className={styles['note']}>{note}</div>
          )}
        </PageToolbar>
      )}
      <BulkArea list={list} run={bulk} />
      {children?.(navigation) ?? (
        <ListCard
          list={list}
          navigation={navigation}
          display={display}
          isPhone={isPhone}
          {...(create !== undefined && { create })}
          lead={lead}
          onBulkStarted={bulk.follow}
          {...(props.onOpen !== undefined && { onOpen: props.onOpen })}
          {...(props.Latest !== undefined && { Latest: props.Latest })}
        />
      )}
    </>
  );
}

/** On a phone, the primary action and a button that shows the others, which would otherwise push the list down. */
function FoldedActions({ primary, children }: { primary: ReactNode; children: ReactNode }): ReactElement {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {primary}
      <IconButton
        icon="solar:menu-dots-bold"
        label="List actions"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      {/* An action opened by the URL is shown even if its button is not. */}
      <div id={id} className={isOpen ? styles['folded'] : undefined} hidden={!isOpen}>
        {children}
      </div>
    </>
  );
}

/** The button, and its shortcut. */
function CreateButton({ label, to, onCreate }: CreateAction): ReactElement {
  const navigate = useNavigate();
  useShortcut('c', label, () => (to === undefined ? onCreate?.() : void navigate(to)));
  const startIcon = <Icon name="solar:add-circle-linear" size={20} />;
  return to === undefined ? (
    <Button startIcon={startIcon} onClick={onCreate}>
      {label}
    </Button>
  ) : (
    <Button component={Link} to={to} startIcon={startIcon}>
      {label}
    </Button>
  );
}

function ExportButton({ list, navigation }: { list: AnyList; navigation: ListNavigation }): ReactElement {
  const { run, isPending } = useExport(list, navigation.search);
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<Icon name="solar:export-linear" size={18} />}
      sx={{ '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } } }}
      loading={isPending}
      onClick={run}
    >
      Export
    </Button>
  );
}

const parameter = 'bulk';
const listOfRuns = 'recent';

// Only the type is imported, so that a list loads the contract of bulk actions only with the first action.
const listBulkRunsCall: CallOf<typeof listBulkRuns> = { method: 'GET', path: '/bulk-runs' };

/** The bulk runs of a noun, newest first. */
export const bulkRunsQuery = (list: AnyList): PagesFor<ResponseOf<typeof listBulkRuns>> =>
  pagesQuery({
    queryKey: ['bulk', 'all', 'list', list.recordType],
    fetchPage: ({ cursor, signal }) =>
      send(listBulkRunsCall, { query: { recordType: findRecordType(list), cursor, limit: 10 } }, { signal }),
  });

/** Whether the worker is still processing it. */
export function isInProgress({ status }: Pick<BulkRun, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

interface ShownRun {
  /** The run in the URL: `recent` for all runs, or the id of one run. */
  readonly open: string | null;
  /** The run whose progress is shown above the list. */
  readonly followed: string | null;
  show: (what: string | null) => void;
  follow: (runId: string | null) => void;
}

/** The bulk run on screen. The user's own run in progress is shown again after leaving the page. */
function useBulkRun(list: AnyList): ShownRun {
  const [params, setParams] = useSearchParams();
  const user = useUser();
  const [chosen, setChosen] = useState<{ id: string | null }>();
  const { data } = useInfiniteQuery({
    ...bulkRunsQuery(list),
    enabled: list.bulkActions !== undefined,
  });
  const inProgress = data?.pages[0]?.bulkRuns.find(
    (run) => isInProgress(run) && run.createdBy.id === user.id,
  );
  return {
    open: params.get(parameter),
    followed: chosen?.id ?? inProgress?.id ?? null,
    show: (what) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (what === null) next.delete(parameter);
          else next.set(parameter, what);
          return next;
        },
        { preventScrollReset: true, replace: true },
      ),
    follow: (id) => setChosen({ id }),
  };
}

/** The progress of the followed run, and the dialog with results. */
function BulkArea({ list, run }: { list: AnyList; run: ShownRun }): ReactElement {
  const { open, followed, show, follow } = run;
  return (
    <>
      {followed !== null && (
        <Suspense>
          <BulkStrip
            key={followed}
            list={list}
            runId={followed}
            onDetails={show}
            onFollow={follow}
            onDismiss={() => follow(null)}
          />
        </Suspense>
      )}
      {open !== null && (
        <Suspense>
          <BulkHistory
            list={list}
            runId={open === listOfRuns ? null : open}
            onShow={(id) => show(id ?? listOfRuns)}
            onFollow={(id) => {
              follow(id);
              show(null);
            }}
            onClose={() => show(null)}
          />
        </Suspense>
      )}
    </>
  );
}
