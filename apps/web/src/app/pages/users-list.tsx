import type { ReactElement } from 'react';
import { CustomerList } from '../../features/customers/list/customer-list.tsx';
import { ImportButton } from '../../features/imports/import-button.tsx';

/** admin/users */
export default function UsersList(): ReactElement {
  return <CustomerList actions={<ImportButton />} />;
}
