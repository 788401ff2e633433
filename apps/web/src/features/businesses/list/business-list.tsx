import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { PageToolbar } from '@handover/ui/parts/page-toolbar.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { EmptyState, FailedState, NoMatch } from '@handover/ui/states/state-panel.tsx';
import { ApiError, messageOf } from '#shared/api/api-error.ts';
import { rowHeights, useDensity } from '#shared/lists/density.ts';
import late from '#shared/lists/late.module.css';
import { ListPager } from '#shared/lists/list-pager.tsx';
import { useShortcut } from '#shared/shortcuts/shortcuts.ts';
import { businessesQuery, pageSize, type BusinessPage } from '../businesses.queries.ts';
import { BusinessCards } from './rows/business-cards.tsx';
import styles from './business-list.module.css';
import { BusinessTable } from './rows/business-table.tsx';
import { columns } from './rows/columns.ts';
import { filtersInForce, nextSort } from './search/list-search.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { useListSearch, type ListNavigation } from './search/use-list-search.ts';
import { ViewTabs } from './view-tabs.tsx';

const CreateBusiness = lazy(() => import('../form/create-business.tsx'));

/** The businesses of the workspace. `?create` opens the form for a new one, for the owner that is listed if there is one. */
export function BusinessList(): ReactElement {
  const list = useListSearch();
  const creating = useCreating();
  useShortcut('c', 'Add business', creating.open);
  return (
    <>
      <PageToolbar
        actions={
          <Button startIcon={<Icon name="solar:add-circle-linear" size={20} />} onClick={creating.open}>
            Add business
          </Button>
        }
      >
        <ViewTabs search={list.search} />
      </PageToolbar>
      <ListCard list={list} onCreate={creating.open} />
      {creating.isOpen && (
        <Suspense>
          <CreateBusiness ownerId={list.search.filter.ownerId ?? null} onClose={creating.close} />
        </Suspense>
      )}
    </>
  );
}

/** Open when the address asked for it, which is then taken out of it: going back does not open the form again. */
function useCreating(): { isOpen: boolean; open: () => void; close: () => void } {
  const [params, setParams] = useSearchParams();
  const isAsked = params.has('create');
  const [isOpen, setOpen] = useState(isAsked);
  useEffect(() => {
    if (!isAsked) return;
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete('create');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [isAsked, setParams]);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) };
}

function ListCard({ list, onCreate }: { list: ListNavigation; onCreate: () => void }): ReactElement {
  const { search, toFirst } = list;
  const { filter, sort, cursor } = search;
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const query = useQuery({
    ...businessesQuery({
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

  return (
    <section className={styles['card']} aria-label="Business list">
      <ListToolbar list={list} total={data?.total ?? null} isPhone={isPhone} />
      {data === undefined && error !== null && !isCursorOld && (
        <Failure error={error} onRetry={() => void query.refetch()} />
      )}
      {data === undefined && (error === null || isCursorOld) && <Waiting isPhone={isPhone} />}
      {data !== undefined && data.businesses.length === 0 && <NothingHere list={list} onCreate={onCreate} />}
      {data !== undefined && data.businesses.length > 0 && (
        <div
          aria-busy={query.isPlaceholderData}
          className={query.isPlaceholderData ? late['late'] : undefined}
        >
          <Rows data={data} list={list} isPhone={isPhone} />
          <ListPager
            shown={data.businesses.length}
            pageSize={pageSize}
            total={data.total}
            nextCursor={data.nextCursor}
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

function Rows({
  data,
  list,
  isPhone,
}: {
  data: BusinessPage;
  list: ListNavigation;
  isPhone: boolean;
}): ReactElement {
  const [density] = useDensity();
  const { sort } = list.search;
  if (isPhone) return <BusinessCards businesses={data.businesses} />;
  return (
    <BusinessTable
      businesses={data.businesses}
      sort={sort}
      onSort={(column) => list.setSort(nextSort(sort, column))}
      density={density}
    />
  );
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement {
  if (error instanceof ApiError && error.status === 403)
    return <EmptyState icon="solar:lock-keyhole-bold-duotone" title="Not open to you" text={error.detail} />;
  return <FailedState title="The businesses could not be loaded" text={messageOf(error)} onRetry={onRetry} />;
}

function Waiting({ isPhone }: { isPhone: boolean }): ReactElement {
  const [density] = useDensity();
  if (isPhone) return <ListSkeleton columns={['40px', '1fr']} rowHeight={96} />;
  return (
    <ListSkeleton
      columns={columns.map(({ width }) => `${String(width)}px`)}
      rowHeight={rowHeights[density]}
      rows={pageSize}
    />
  );
}

function NothingHere({ list, onCreate }: { list: ListNavigation; onCreate: () => void }): ReactElement {
  const { filter } = list.search;
  const names = filtersInForce(filter);
  if (names.length === 1 && filter.deleted !== undefined)
    return <EmptyState icon="solar:trash-bin-minimalistic-bold-duotone" title="The bin is empty" />;
  const isOwnersOnly = names.length === 1 && filter.ownerId !== undefined;
  if (names.length > 0 && !isOwnersOnly) return <NoMatch noun="businesses" onClear={list.clear} />;
  return (
    <EmptyState
      icon="solar:buildings-bold-duotone"
      title={isOwnersOnly ? 'No business of this customer yet' : 'No businesses yet'}
      text="A business begins as a lead. Name and type are enough to start."
      action={<Button onClick={onCreate}>Add business</Button>}
    />
  );
}
