import type { ReactElement } from 'react';
import { customerList } from '#features/customers/customers.record.tsx';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';

/** A list for tests of the kit. */
export const aList = customerList;

/** The list of customers as its page shows it. */
export function CustomerList(): ReactElement {
  return <RecordListPage list={customerList} create={{ label: 'Add customer', to: '/admin/users/create' }} />;
}
