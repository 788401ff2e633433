import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { businessList } from '#features/businesses/businesses.record.tsx';
import { ImportButton } from '#features/imports/import-button.tsx';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';

const CreateBusiness = lazy(() => import('#features/businesses/form/create-business.tsx'));

/** admin/business-center. `?create` opens the form for a new business, of the owner that the list is filtered by. */
export default function BusinessListPage(): ReactElement {
  const [params] = useSearchParams();
  const creating = useCreating();
  return (
    <>
      <RecordListPage
        list={businessList}
        create={{ label: 'Add business', onCreate: creating.open }}
        actions={<ImportButton recordType="business" />}
      />
      {creating.isOpen && (
        <Suspense>
          <CreateBusiness ownerId={params.get('ownerId')} onClose={creating.close} />
        </Suspense>
      )}
    </>
  );
}

/** Open when the address says so. The parameter is removed, so that going back does not open the form again. */
function useCreating(): { isOpen: boolean; open: () => void; close: () => void } {
  const [params, setParams] = useSearchParams();
  const isRequested = params.has('create');
  const [isOpen, setOpen] = useState(isRequested);
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
