import { recordInfo } from '@handover/contract/records.ts';
import { Suspense, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { dealList } from '#features/deals/deals.record.tsx';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';

const DealDialog = lazyRecordForm(async () => (await import('#features/deals/deals.form.tsx')).dealForm);

/** admin/business-center/deals */
export default function DealListPage(): ReactElement {
  const navigate = useNavigate();
  const hasDraft = useHasDraft('deal:new');
  const [isCreating, setCreating] = useState(hasDraft);
  return (
    <>
      <RecordListPage list={dealList} create={{ label: 'New deal', onCreate: () => setCreating(true) }} />
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
