import { lazy, Suspense, useState, type ReactElement } from 'react';
import { agreementList } from '#features/agreements/agreements.record.tsx';
import { BusinessCenterTabs } from '#shared/page/business-center-tabs.tsx';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';

const SendNdaDialog = lazy(() => import('#features/agreements/send-nda-dialog.tsx'));

/** admin/business-center/ndas */
export default function NdaListPage(): ReactElement {
  const [isSending, setSending] = useState(false);
  return (
    <>
      <BusinessCenterTabs />
      <RecordListPage list={agreementList} create={{ label: 'Send NDA', onCreate: () => setSending(true) }} />
      {isSending && (
        <Suspense>
          <SendNdaDialog of={{}} onClose={() => setSending(false)} />
        </Suspense>
      )}
    </>
  );
}
