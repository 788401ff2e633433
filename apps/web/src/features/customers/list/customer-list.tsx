import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { PageToolbar } from '@handover/ui/parts/page-toolbar.tsx';
import { EmptyState, FailedState, NoMatch } from '@handover/ui/states/state-panel.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { ApiError, messageOf } from '../../../shared/api/api-error.ts';
import { membersQuery } from '../../../shared/members/members.queries.ts';
import { useUser } from '../../../shared/session/session-context.tsx';
import { useShortcut } from '../../../shared/shortcuts/shortcuts.ts';
import { customersQuery, pageSize, tagsQuery, type CustomerPage } from '../customers.queries.ts';
import { columns, selectWidth } from './rows/columns.ts';
import { CustomerCards } from './rows/customer-cards.tsx';
import styles from './customer-list.module.css';
import { CustomerTable } from './rows/customer-table.tsx';
import { rowHeights, useDensity } from './rows/density.ts';
import { chipsOf } from './filters/filter-chips.ts';
import { ListActions } from './list-actions.tsx';
import { ListPager } from './list-pager.tsx';
import { ListToolbar } from './filters/list-toolbar.tsx';
import { useExport } from './use-export.ts';
import { nextSort } from './search/list-search.ts';
import { useListSearch, type ListNavigation } from './search/use-list-search.ts';
import { useSelection } from './use-selection.ts';
import { ViewTabs } from './view-tabs.tsx';

const createPath = '/admin/users/create';

/** The customers of the workspace. `actions` stand beside Export. */
export function CustomerList({ actions }: { actions?: ReactNode }): ReactElement {
  const list = useListSearch();
  const { search } = list;
  const navigate = useNavigate();
  const exporting = useExport(search);
  useShortcut('c', 'Add customer', () => void navigate(createPath));
  return (
    <>
      <PageToolbar
        actions={
          <>
            {actions}
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<Icon name="solar:export-linear" size={18} />}
              sx={{ '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } } }}
              loading={exporting.isPending}
              onClick={exporting.run}
            >
              Export
            </Button>
            <Button
              component={Link}
              to={createPath}
              startIcon={<Icon name="solar:add-circle-linear" size={20} />}
            >
              Add customer
            </Button>
          </>
        }
      >
        <ViewTabs search={search} />
      </PageToolbar>
      <ListCard list={list} />
    </>
  );
}

function ListCard({ list }: { list: ListNavigation }): ReactElement {
  const { search, toFirst } = list;
  const { filter, sort, cursor } = search;
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const selection = useSelection(JSON.stringify(filter));
  const chips = useChips(list);
  const query = useQuery({
    ...customersQuery({
      ...filter,
      ...(sort !== null && { sort }),
      ...(cursor !== null && { cursor }),
      limit: pageSize,
    }),
    placeholderData: keepPreviousData,
  });
  const { data, error } = query;
  const isCursorOld = error instanceof ApiError && error.code === 'CURSOR_INVALID';

  useEffect(() => {
    if (isCursorOld) toFirst();
  }, [isCursorOld, toFirst]);

  const clear = (): void => list.showView({});
  const isSelecting = selection.isAll || selection.ids.size > 0;
  return (
    <section className={styles['card']} aria-label="Customer list">
      {isSelecting && data !== undefined ? (
        <ListActions selection={selection} search={search} total={data.total} />
      ) : (
        <ListToolbar
          search={search}
          setFilter={list.setFilter}
          setSort={list.setSort}
          chips={chips}
          total={data?.total ?? null}
          onClear={clear}
          isPhone={isPhone}
        />
      )}
      {data === undefined && error !== null && !isCursorOld && (
        <Failure error={error} onRetry={() => void query.refetch()} />
      )}
      {data === undefined && (error === null || isCursorOld) && <Waiting isPhone={isPhone} />}
      {data !== undefined && data.users.length === 0 && <NothingHere list={list} onClear={clear} />}
      {data !== undefined && data.users.length > 0 && (
        <div
          aria-busy={query.isPlaceholderData}
          className={query.isPlaceholderData ? styles['stale'] : undefined}
        >
          <Rows data={data} list={list} selection={selection} isPhone={isPhone} />
          <ListPager
            data={data}
            search={search}
            toNext={list.toNext}
            toPrevious={list.toPrevious}
            isStale={query.isPlaceholderData}
          />
        </div>
      )}
    </section>
  );
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement {
  if (error instanceof ApiError && error.status === 403) {
    return <EmptyState icon="solar:lock-keyhole-bold-duotone" title="Not open to you" text={error.detail} />;
  }
  return <FailedState title="The customers could not be loaded" text={messageOf(error)} onRetry={onRetry} />;
}

interface RowsProps {
  data: CustomerPage;
  list: ListNavigation;
  selection: ReturnType<typeof useSelection>;
  isPhone: boolean;
}

function Rows({ data, list, selection, isPhone }: RowsProps): ReactElement {
  const [density] = useDensity();
  if (isPhone) return <CustomerCards customers={data.users} />;
  return (
    <CustomerTable
      customers={data.users}
      sort={list.search.sort}
      onSort={(column) => list.setSort(nextSort(list.search.sort, column))}
      selection={selection}
      density={density}
    />
  );
}

function Waiting({ isPhone }: { isPhone: boolean }): ReactElement {
  const [density] = useDensity();
  if (isPhone) return <ListSkeleton columns={['40px', '1fr']} rowHeight={92} />;
  return (
    <ListSkeleton
      columns={[selectWidth, ...columns.map(({ width }) => width)]}
      rowHeight={rowHeights[density]}
      rows={pageSize}
    />
  );
}

function NothingHere({ list, onClear }: { list: ListNavigation; onClear: () => void }): ReactElement {
  const { filter } = list.search;
  const names = Object.keys(filter);
  if (names.length === 1 && filter.deleted !== undefined)
    return <EmptyState icon="solar:trash-bin-minimalistic-bold-duotone" title="The bin is empty" />;
  if (names.length > 0) return <NoMatch noun="customers" onClear={onClear} />;
  return (
    <EmptyState
      icon="solar:users-group-rounded-bold-duotone"
      title="No customers yet"
      text="Add the first one, or import a file with many."
      action={
        <Button component={Link} to={createPath}>
          Add customer
        </Button>
      }
    />
  );
}

function useChips({ search }: ListNavigation): ReturnType<typeof chipsOf> {
  const user = useUser();
  const { data: tags = [] } = useQuery({ ...tagsQuery(), enabled: search.filter.tagId !== undefined });
  const { data: brokers = [] } = useQuery({
    ...membersQuery(),
    enabled: search.filter.brokerId !== undefined,
  });
  return chipsOf(search.filter, { tags, brokers, userId: user.id });
}
