import Button from '@mui/material/Button';
import type { Tag } from '@handover/contract/customers.ts';
import type { WorkspaceMember } from '@handover/contract/workspaces.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
} from 'react';
import { Link } from 'react-router';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { EmptyState, FailedState, NoMatch } from '@handover/ui/states/state-panel.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { ApiError, messageOf } from '#shared/api/api-error.ts';
import { useCustomFields } from '#shared/customers/custom-fields.ts';
import { rowHeights } from '#shared/lists/density.ts';
import late from '#shared/lists/late.module.css';
import { ListPager } from '#shared/lists/list-pager.tsx';
import { membersQuery } from '#shared/members/members.queries.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { customersQuery, tagsQuery, type CustomerPage } from '../customers.queries.ts';
import { CardDisplayButton } from './columns/card-display-button.tsx';
import { nameColumn, selectWidth } from './columns/columns.ts';
import { DisplayButton } from './columns/display-button.tsx';
import type { DisplaySettings } from './columns/use-display-settings.ts';
import styles from './customer-list.module.css';
import { chipsOf } from './filters/filter-chips.ts';
import { ListToolbar } from './filters/list-toolbar.tsx';
import { CustomerCards } from './rows/customer-cards.tsx';
import { CustomerTable } from './rows/customer-table.tsx';
import type { ListNavigation } from './search/use-list-search.ts';
import { ListActions, prepareListActions } from './selection/lazy-list-actions.ts';
import { SelectButton } from './selection/select-button.tsx';
import { useSelection } from './selection/use-selection.ts';

interface ListCardProps {
  list: ListNavigation;
  looks: DisplaySettings;
  isPhone: boolean;
  /** Hears of a run over many customers that was started. */
  onBulkStarted: (runId: string) => void;
}

const noUsers: CustomerPage['users'] = [];
const noTags: readonly Tag[] = [];
const noBrokers: readonly WorkspaceMember[] = [];

/** The list itself: filters or what to do with the selection above, the page's customers below. */
export function ListCard({ list, looks, isPhone, onBulkStarted }: ListCardProps): ReactElement {
  const { search } = list;
  const query = usePage(list);
  const { data, error } = query;
  const users = data?.users ?? noUsers;
  const selection = useSelection(
    JSON.stringify(search.filter),
    users.map(({ id }) => id),
  );
  const chips = useChips(list);
  const total = data?.total ?? null;
  const hasRows = users.length > 0;
  const selected = data === undefined ? 0 : selection.countOf(data.total);
  // Rows have their boxes in sight; cards show theirs once somebody asks for them.
  const [isAsked, setAsked] = useState(false);
  const areCardsSelected = isPhone && hasRows && (isAsked || selected > 0);
  const areRowsSelected = !isPhone && selected > 0;
  const selectButton = useRef<HTMLButtonElement>(null);
  const { clear } = selection;
  const end = useCallback((): void => {
    setAsked(false);
    clear();
    selectButton.current?.focus();
  }, [clear]);
  // Filters have nothing to do with the selection: a click on a row does not draw them anew.
  const toolbar = useMemo(
    () => (
      <ListToolbar
        search={list.search}
        setFilter={list.setFilter}
        setSort={list.setSort}
        chips={chips}
        total={total}
        onClear={list.clearFilter}
        isPhone={isPhone}
        display={
          isPhone ? (
            <CardDisplayButton looks={looks} list={list} />
          ) : (
            <DisplayButton looks={looks} list={list} />
          )
        }
        selectButton={
          hasRows && (
            <SelectButton
              ref={selectButton}
              isOn={areCardsSelected}
              onPress={areCardsSelected ? end : () => setAsked(true)}
            />
          )
        }
      />
    ),
    [list, looks, chips, total, isPhone, hasRows, areCardsSelected, end],
  );
  const actions = (areCardsSelected || areRowsSelected) && (
    <Suspense>
      <ListActions
        selection={selection}
        search={search}
        total={total ?? 0}
        isPhone={isPhone}
        onEnd={end}
        onStarted={onBulkStarted}
      />
    </Suspense>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- nothing is done by it: whoever comes near may select something next
    <section
      className={classNames(styles['card'], areRowsSelected && styles['selecting'])}
      aria-label="Customer list"
      onPointerEnter={prepareListActions}
      onFocus={prepareListActions}
    >
      {/* Both stand in one place, so that nothing below moves when the first row is selected. */}
      <div className={styles['top']}>
        <div className={areRowsSelected ? styles['covered'] : undefined} inert={areRowsSelected}>
          {toolbar}
        </div>
        {areRowsSelected && actions}
      </div>
      {data === undefined && error !== null && <Failure error={error} onRetry={() => void query.refetch()} />}
      {data === undefined && error === null && (
        <Waiting isPhone={isPhone} looks={looks} rows={search.limit} />
      )}
      {data !== undefined && !hasRows && <NothingHere list={list} />}
      {data !== undefined && hasRows && (
        <div
          aria-busy={query.isPlaceholderData}
          className={query.isPlaceholderData ? late['late'] : undefined}
        >
          {isPhone ? (
            <CustomerCards customers={users} looks={looks} selection={areCardsSelected ? selection : null} />
          ) : (
            <CustomerTable
              customers={users}
              pageKey={query.shownKey}
              sort={search.sort}
              onSort={list.setSort}
              selection={selection}
              looks={looks}
            />
          )}
          <ListPager
            shown={users.length}
            pageSize={search.limit}
            total={data.total}
            nextCursor={data.nextCursor}
            search={search}
            toNext={list.toNext}
            toPrevious={list.toPrevious}
            isStale={query.isPlaceholderData}
          />
        </div>
      )}
      {areCardsSelected && actions}
    </section>
  );
}

/** The page that the address asks for; a cursor that is too old leads to the first one. */
function usePage({ search, toFirst }: ListNavigation) {
  const { filter, sort, cursor, limit } = search;
  const query = useQuery({
    ...customersQuery({
      ...filter,
      ...(sort !== null && { sort }),
      ...(cursor !== null && { cursor }),
      limit,
    }),
    placeholderData: keepPreviousData,
  });
  const { error } = query;
  const isCursorOld = error instanceof ApiError && error.code === 'CURSOR_INVALID';
  useEffect(() => {
    if (isCursorOld) toFirst();
  }, [isCursorOld, toFirst]);
  // While the next page is on its way the last one stays, and keeps its key.
  const key = JSON.stringify([filter, sort, cursor, limit]);
  const [shownKey, setShownKey] = useState(key);
  if (!query.isPlaceholderData && shownKey !== key) setShownKey(key);
  const { data, isPlaceholderData, refetch } = query;
  const page = useMemo(() => ({ data, isPlaceholderData, shownKey }), [data, isPlaceholderData, shownKey]);
  // An answer that comes while somebody types is drawn when no key is waiting; the first page waits for nothing.
  const deferred = useDeferredValue(page);
  return { ...(deferred.data === undefined ? page : deferred), refetch, error: isCursorOld ? null : error };
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement {
  if (error instanceof ApiError && error.status === 403) {
    return <EmptyState icon="solar:lock-keyhole-bold-duotone" title="Not open to you" text={error.detail} />;
  }
  return <FailedState title="The customers could not be loaded" text={messageOf(error)} onRetry={onRetry} />;
}

function Waiting({
  isPhone,
  looks,
  rows,
}: {
  isPhone: boolean;
  looks: DisplaySettings;
  rows: number;
}): ReactElement {
  if (isPhone) return <ListSkeleton columns={['40px', '1fr']} rowHeight={92} />;
  const widths = [selectWidth, nameColumn.width, ...looks.columns.map(({ width }) => width)];
  return (
    <ListSkeleton
      columns={widths.map((width) => `${String(width)}px`)}
      rowHeight={rowHeights[looks.density]}
      rows={Math.min(rows, 25)}
    />
  );
}

function NothingHere({ list }: { list: ListNavigation }): ReactElement {
  const { filter } = list.search;
  const names = Object.keys(filter);
  if (names.length === 1 && filter.deleted !== undefined)
    return <EmptyState icon="solar:trash-bin-minimalistic-bold-duotone" title="The bin is empty" />;
  if (names.length > 0) return <NoMatch noun="customers" onClear={list.clearFilter} />;
  return (
    <EmptyState
      icon="solar:users-group-rounded-bold-duotone"
      title="No customers yet"
      text="Add the first one, or import a file with many."
      action={
        <Button component={Link} to="/admin/users/create">
          Add customer
        </Button>
      }
    />
  );
}

function useChips({ search }: ListNavigation): ReturnType<typeof chipsOf> {
  const user = useUser();
  const own = useCustomFields();
  const { data: tags = noTags } = useQuery({ ...tagsQuery(), enabled: search.filter.tagId !== undefined });
  const { data: brokers = noBrokers } = useQuery({
    ...membersQuery(),
    enabled: search.filter.brokerId !== undefined,
  });
  return useMemo(
    () => chipsOf(search.filter, { tags, brokers, userId: user.id, own }),
    [search.filter, tags, brokers, user.id, own],
  );
}
