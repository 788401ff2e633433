import { recordInfo } from '@handover/contract/records.ts';
import { Suspense, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { buyerList } from '#features/buyers/buyers.record.tsx';
import { ImportButton } from '#features/imports/import-button.tsx';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';

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
      <RecordListPage
        list={buyerList}
        create={{ label: 'Add buyer', onCreate: () => setCreating(true) }}
        menu={[
          {
            label: 'Inquiries',
            icon: 'solar:inbox-in-linear',
            onSelect: () => void navigate('/admin/business-center/buyers/inquiries'),
          },
        ]}
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
