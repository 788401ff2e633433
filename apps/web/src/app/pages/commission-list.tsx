import type { ReactElement } from 'react';
import { CommissionTotals } from '#features/commission/commission-totals.tsx';
import { commissionList } from '#features/commission/commissions.record.tsx';
import { BusinessCenterTabs } from '#shared/page/business-center-tabs.tsx';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';

/** admin/business-center/commission */
export default function CommissionListPage(): ReactElement {
  return (
    <>
      <BusinessCenterTabs />
      <RecordListPage list={commissionList} lead={<CommissionTotals />} />
    </>
  );
}
