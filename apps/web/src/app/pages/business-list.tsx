import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState, type ReactElement } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { createBusinessBoard } from '#features/businesses/businesses.board.tsx';
import { businessList, mapList } from '#features/businesses/businesses.record.tsx';
import { ImportButton } from '#features/imports/import-button.tsx';
import { customerNameQuery } from '#shared/customers/customer-filter.tsx';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { useStageNames } from '#shared/labels/businesses.ts';
import { useListLayout } from '#shared/records/board/layout-switch.tsx';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';
import { BusinessCenterTabs } from '#shared/page/business-center-tabs.tsx';

const LatestEntries = lazy(() => import('#features/activities/latest-entries.tsx'));
const RecordBoardView = lazy(() => import('#shared/records/board/record-board.tsx'));
const BusinessMap = lazy(() => import('#features/businesses/map/business-map.tsx'));
const waiting = <ListSkeleton columns={['1fr', '1fr', '1fr', '1fr']} rowHeight={96} rows={4} />;

const BusinessDialog = lazyRecordForm(
  async () => (await import('#features/businesses/businesses.form.tsx')).businessForm,
);

/**
 * admin/business-center: a list, or with `?layout` a board or a map with the same filters. `?create` opens the form for
 * a new business, whose owner is the one that the list is filtered by.
 */
export default function BusinessListPage(): ReactElement {
  const [params] = useSearchParams();
  const creating = useCreating();
  const { layout, layoutSwitch } = useListLayout(['board', 'map']);
  const names = useStageNames();
  const board = useMemo(() => createBusinessBoard(names), [names]);
  return (
    <>
      <BusinessCenterTabs />
      <RecordListPage
        Latest={LatestEntries}
        list={layout === 'board' ? board.list : layout === 'map' ? mapList : businessList}
        create={{ label: 'Add business', onCreate: creating.open }}
        layouts={layoutSwitch}
        actions={<ImportButton recordType="business" />}
      >
        {(navigation) =>
          layout === 'list' ? null : (
            <Suspense fallback={waiting}>
              {layout === 'board' ? (
                <RecordBoardView board={board} navigation={navigation} />
              ) : (
                <BusinessMap navigation={navigation} />
              )}
            </Suspense>
          )
        }
      </RecordListPage>
      {creating.isOpen && (
        <Suspense>
          <CreateBusiness ownerId={params.get('ownerId')} onClose={creating.close} />
        </Suspense>
      )}
    </>
  );
}

interface CreateBusinessProps {
  /** The owner of the new business, if known. */
  ownerId: string | null;
  onClose: () => void;
}

function CreateBusiness({ ownerId, onClose }: CreateBusinessProps): ReactElement | null {
  const navigate = useNavigate();
  const owner = useQuery({ ...customerNameQuery(ownerId ?? ''), enabled: ownerId !== null });
  if (ownerId !== null && owner.isPending) return null;
  return (
    <BusinessDialog
      record={null}
      {...(owner.data && { start: { ownerId: { id: owner.data.id, name: owner.data.name } } })}
      onClose={onClose}
      // Replaces the history entry that guards the form against Back.
      onSaved={({ id }) => void navigate(`/admin/business-center/businesses/${id}`, { replace: true })}
    />
  );
}

/**
 * Whether the form is open: because of `?create` or an unsaved draft. Removes the parameter, so that going back does
 * not open the form again.
 */
function useCreating(): { isOpen: boolean; open: () => void; close: () => void } {
  const [params, setParams] = useSearchParams();
  const isRequested = params.has('create');
  const hasDraft = useHasDraft('business:new');
  const [isOpen, setOpen] = useState(isRequested || hasDraft);
  useEffect(() => {
    if (!isRequested) return;
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete('create');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [isRequested, setParams]);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) };
}
