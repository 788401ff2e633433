import { recordInfo } from '@handover/contract/records/records.ts';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { dealBoard } from '#features/deals/deals.board.tsx';
import { dealList } from '#features/deals/deals.record.tsx';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { useListLayout } from '#shared/records/board/layout-switch.tsx';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';
import { BusinessCenterTabs } from '#shared/page/business-center-tabs.tsx';

const LatestEntries = lazy(() => import('#features/activities/latest-entries.tsx'));
const DealDialog = lazyRecordForm(async () => (await import('#features/deals/deals.form.tsx')).dealForm);

const RecordBoardView = lazy(() => import('#shared/records/board/record-board.tsx'));
const waiting = <ListSkeleton columns={['1fr', '1fr', '1fr', '1fr']} rowHeight={96} rows={4} />;

/** admin/business-center/deals: a list, or with `?layout=board` a board over the same filters. */
export default function DealListPage(): ReactElement {
  const navigate = useNavigate();
  const hasDraft = useHasDraft('deal:new');
  const { layout, layoutSwitch } = useListLayout(['board']);
  const isBoard = layout === 'board';
  const [isCreating, setCreating] = useState(hasDraft);
  return (
    <>
      <BusinessCenterTabs />
      <RecordListPage
        Latest={LatestEntries}
        list={isBoard ? dealBoard.list : dealList}
        create={{ label: 'New deal', onCreate: () => setCreating(true) }}
        layouts={layoutSwitch}
      >
        {(navigation) =>
          isBoard ? (
            <Suspense fallback={waiting}>
              <RecordBoardView board={dealBoard} navigation={navigation} />
            </Suspense>
          ) : null
        }
      </RecordListPage>
      {isCreating && (
        <Suspense>
          <DealDialog
            record={null}
            onClose={() => setCreating(false)}
            onSaved={({ id }) => void navigate(`${recordInfo.deal.path}${id}`, { replace: true })}
          />
        </Suspense>
      )}
    </>
  );
}
