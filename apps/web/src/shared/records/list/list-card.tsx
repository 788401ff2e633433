import Button from '@mui/material/Button';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import { Link } from 'react-router';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { EmptyState, FailedState, NoMatch } from '@handover/ui/states/state-panel.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { useRestoredFocus } from './use-restored-focus.ts';
import { ListPager } from './list-pager.tsx';
import { type DisplaySettings, rowHeights } from './display/display-settings.ts';
import styles from './list-card.module.css';
import type { ListNavigation } from './list-search.ts';
import { ListToolbar, SelectButton } from './list-toolbar.tsx';
import { RecordCards } from './cards/record-cards.tsx';
import type { AnyList, ListPage, ListRow, PreviewProps } from './record-list.ts';
import { RecordTable, useCellContext } from './table/record-table.tsx';
import { getWidths } from './table/use-fitting-columns.ts';
import {
  groupRows,
  useGroupTotals,
  useListPage,
  useListTotal,
  type ShownPage,
  type ShownTotal,
} from './list-page.ts';
import { useSelection, type Selection } from './bulk/use-selection.ts';

const loadActions = () => import('./bulk/list-actions.tsx');
const ListActions = lazy(loadActions);
let areActionsRequested = false;

/** Preloads the selection bar before anything is selected. If this fails, it is loaded again when it is needed. */
function prepareActions(): void {
  if (areActionsRequested) return;
  areActionsRequested = true;
  loadActions().catch(() => undefined);
}

/** How a record is created: on a page, or in a dialog on this one. */
export interface CreateAction {
  readonly label: string;
  readonly to?: string;
  readonly onCreate?: () => void;
}

interface ListCardProps {
  list: AnyList;
  navigation: ListNavigation;
  display: DisplaySettings;
  isPhone: boolean;
  create?: CreateAction;
  /** Shown above the rows while nothing is selected. */
  lead?: ReactNode;
  /** Opens a record on this screen instead of following its link. Must be a stable function. */
  onOpen?(row: ListRow): void;
  Latest?: PreviewProps['Latest'];
  onBulkStarted: (runId: string) => void;
}

const noRows: readonly ListRow[] = [];
const nothingMatched: Readonly<Record<string, string>> = {};

/** The list itself: the filters or the actions for the selection at the top, and the records of the page below. */
export function ListCard(props: ListCardProps): ReactElement {
  const { list, navigation, display, isPhone, onBulkStarted } = props;
  const { search } = navigation;
  const page = useListPage(list, navigation);
  const { data, error } = page;
  const rows = data?.rows ?? noRows;
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const selection = useSelection(JSON.stringify(search.filter), {
    ids,
    asOf: data?.asOf,
    shownScope: page.shownScope,
  });
  const total = useListTotal(list, search.filter, data);
  const hasRows = rows.length > 0 || (data?.similar?.length ?? 0) > 0;
  const selected = data === undefined ? 0 : selection.countOf(total.count ?? 0);
  const isSelectable = list.bulkActions !== undefined || list.exportRows !== undefined;
  // Table rows always show their checkboxes; cards show them on request.
  const [isSelecting, setSelecting] = useState(false);
  const areCardsSelected = isPhone && hasRows && (isSelecting || selected > 0);
  const areRowsSelected = !isPhone && selected > 0;
  const selectButton = useRef<HTMLButtonElement>(null);
  const { clear } = selection;
  const end = useCallback((): void => {
    setSelecting(false);
    clear();
    selectButton.current?.focus();
  }, [clear]);
  // The toolbar does not depend on the selection, so selecting a row does not rerender it.
  const toolbar = useMemo(
    () => (
      <ListToolbar
        list={list}
        navigation={navigation}
        display={display}
        total={total}
        isPhone={isPhone}
        selectButton={
          hasRows &&
          isSelectable && (
            <SelectButton
              ref={selectButton}
              isOn={areCardsSelected}
              onPress={areCardsSelected ? end : () => setSelecting(true)}
            />
          )
        }
      />
    ),
    [list, navigation, display, total, isPhone, hasRows, isSelectable, areCardsSelected, end],
  );
  const actions = (areCardsSelected || areRowsSelected) && (
    <Suspense>
      <ListActions
        list={list}
        selection={selection}
        search={search}
        total={total}
        isPhone={isPhone}
        onEnd={end}
        onStarted={onBulkStarted}
      />
    </Suspense>
  );
  const [one] = list.nouns;
  // An action on a row can remove the row from the list.
  const section = useRestoredFocus<HTMLElement>();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only loads what a selection needs
    <section
      ref={list.rowActions === undefined ? undefined : section}
      className={classNames(styles['card'], areRowsSelected && styles['selecting'])}
      aria-label={`${one.charAt(0).toUpperCase()}${one.slice(1)} list`}
      onPointerEnter={prepareActions}
      onFocus={prepareActions}
    >
      {/* Both are in the same place, so that nothing below moves when the first row is selected. */}
      <div className={styles['top']}>
        <div className={areRowsSelected ? styles['covered'] : undefined} inert={areRowsSelected}>
          {toolbar}
          {props.lead}
        </div>
        {areRowsSelected && actions}
      </div>
      {data === undefined && error !== null && <Failure list={list} error={error} onRetry={page.retry} />}
      {data === undefined && error === null && (
        <Waiting
          list={list}
          display={display}
          isPhone={isPhone}
          isSelectable={isSelectable}
          rows={search.limit}
        />
      )}
      {data !== undefined && !hasRows && <NoRows {...props} />}
      {data !== undefined && hasRows && (
        <Rows
          {...props}
          page={page}
          rows={rows}
          pageIds={ids}
          total={total}
          data={data}
          selection={selection}
          isSelectable={isSelectable}
          areCardsSelected={areCardsSelected}
        />
      )}
      {areCardsSelected && actions}
    </section>
  );
}

interface RowsProps extends ListCardProps {
  page: ShownPage;
  rows: readonly ListRow[];
  pageIds: readonly string[];
  total: ShownTotal;
  data: ListPage<ListRow>;
  selection: Selection;
  isSelectable: boolean;
  areCardsSelected: boolean;
}

function Rows(props: RowsProps): ReactElement {
  const { list, navigation, display, isPhone, page, rows, total, data, selection, onOpen } = props;
  const { matched = nothingMatched, nextCursor } = data;
  // “All matching records” does not include similar ones.
  const similar = selection.isAll ? undefined : data.similar;
  const { search } = navigation;
  const context = useCellContext(list);
  const highlighted = useHighlight<HTMLDivElement>(search.filter['q'], rows);
  const totals = useGroupTotals(list, search);
  const groups = useMemo(
    () => groupRows(list, rows, { listed: search, context, totals, similar }),
    [list, rows, search, context, totals, similar],
  );
  return (
    <div ref={highlighted} aria-busy={page.isStale} className={page.isStale ? styles['late'] : undefined}>
      {rows.length === 0 && <p className={styles['inexact']}>No exact match.</p>}
      {isPhone ? (
        <RecordCards
          list={list}
          groups={groups}
          pageIds={props.pageIds}
          display={display}
          matched={matched}
          selection={props.areCardsSelected ? selection : null}
          onOpen={onOpen ?? null}
        />
      ) : (
        <RecordTable
          list={list}
          groups={groups}
          pageIds={props.pageIds}
          matched={matched}
          pageKey={page.shownKey}
          sort={search.sort}
          onSort={navigation.setSort}
          selection={selection}
          isSelectable={props.isSelectable}
          display={display}
          onOpen={onOpen ?? null}
          Latest={props.Latest ?? null}
        />
      )}
      {rows.length > 0 && (
        <ListPager
          shown={rows.length}
          pageSize={search.limit}
          total={total}
          nextCursor={nextCursor}
          search={search}
          toNext={navigation.toNext}
          toPrevious={navigation.toPrevious}
          isStale={page.isStale}
        />
      )}
    </div>
  );
}

function Failure({
  list,
  error,
  onRetry,
}: {
  list: AnyList;
  error: Error;
  onRetry: () => void;
}): ReactElement {
  if (error instanceof ApiError && error.status === 403)
    return <EmptyState icon="solar:lock-keyhole-bold-duotone" title="No access" text={error.detail} />;
  return (
    <FailedState
      title={`The ${list.nouns[1]} could not be loaded`}
      text={getErrorMessage(error)}
      onRetry={onRetry}
    />
  );
}

interface WaitingProps {
  list: AnyList;
  display: DisplaySettings;
  isPhone: boolean;
  isSelectable: boolean;
  rows: number;
}

function Waiting({ list, display, isPhone, isSelectable, rows }: WaitingProps): ReactElement {
  if (isPhone) return <ListSkeleton columns={['40px', '1fr']} rowHeight={92} />;
  return (
    <ListSkeleton
      columns={getWidths(list, display, isSelectable).map((width) => `${String(width)}px`)}
      rowHeight={rowHeights[display.density]}
      rows={Math.min(rows, 25)}
    />
  );
}

function NoRows({ list, navigation, create }: ListCardProps): ReactElement {
  const names = Object.keys(navigation.search.filter);
  if (names.length === 1 && names[0] === 'deleted')
    return <EmptyState icon="solar:trash-bin-minimalistic-bold-duotone" title="The trash is empty" />;
  const title = list.emptyTitle?.(navigation.search.filter) ?? null;
  if (names.length > 0 && title === null)
    return <NoMatch noun={list.nouns[1]} onClear={navigation.clearFilter} />;
  return (
    <EmptyState
      {...list.empty}
      {...(title !== null && { title })}
      {...(create !== undefined && { action: <EmptyAction {...create} /> })}
    />
  );
}

function EmptyAction({ label, to, onCreate }: CreateAction): ReactElement {
  return to === undefined ? (
    <Button onClick={onCreate}>{label}</Button>
  ) : (
    <Button component={Link} to={to}>
      {label}
    </Button>
  );
}

/** Highlights the searched words without changing the content. `shown` must change with the text. */
function useHighlight<E extends Element>(
  query: string | readonly string[] | undefined,
  shown: unknown,
): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (typeof query !== 'string' || !('highlights' in CSS)) return undefined;
    let remove: (() => void) | null = null;
    let isEnded = false;
    import('./highlight.ts')
      .then(({ highlight }) => {
        if (!isEnded && element.current !== null) remove = highlight(element.current, query);
      })
      .catch(() => undefined);
    return () => {
      isEnded = true;
      remove?.();
    };
  }, [query, shown]);
  return element;
}
