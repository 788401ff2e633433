import { lazy, type ReactElement } from 'react';
import { customerList } from '#features/customers/customers.record.tsx';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';

const LatestEntries = lazy(() => import('#features/activities/latest-entries.tsx'));

/** A list for tests of the record kit. */
export const aList = customerList;

/** The list of customers as its page shows it. */
export function CustomerList(): ReactElement {
  return (
    <RecordListPage
      Latest={LatestEntries}
      list={customerList}
      create={{ label: 'Add customer', to: '/admin/users/create' }}
    />
  );
}

/** The modules that a preview of that list loads. */
export async function loadPreview(): Promise<void> {
  await Promise.all([
    import('#features/customers/record/customer-facts.tsx'),
    import('#features/activities/latest-entries.tsx'),
  ]);
}
