import { recordInfo } from '@handover/contract/records/records.ts';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { buyerList } from '#features/buyers/buyers.record.tsx';
import { ImportButton } from '#features/imports/import-button.tsx';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';
import { BusinessCenterTabs } from '#shared/page/business-center-tabs.tsx';

const LatestEntries = lazy(() => import('#features/activities/latest-entries.tsx'));
const BuyerDialog = lazyRecordForm(
  async () => (await import('#features/buyers/buyers.form.tsx')).newBuyerForm,
);

/** admin/business-center/buyers */
export default function BuyerListPage(): ReactElement {
  const navigate = useNavigate();
  const hasDraft = useHasDraft('buyer:new');
  const [isCreating, setCreating] = useState(hasDraft);
  return (
    <>
      <BusinessCenterTabs />
      <RecordListPage
        Latest={LatestEntries}
        list={buyerList}
        create={{ label: 'Add buyer', onCreate: () => setCreating(true) }}
        actions={<ImportButton recordType="buyer" />}
      />
      {isCreating && (
        <Suspense>
          <BuyerDialog
            record={null}
            onClose={() => setCreating(false)}
            onSaved={({ id }) => void navigate(`${recordInfo.buyer.path}${id}`, { replace: true })}
          />
        </Suspense>
      )}
    </>
  );
}
