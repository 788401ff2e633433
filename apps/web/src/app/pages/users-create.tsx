import type { ReactElement } from 'react';
import { CreateCustomer } from '../../features/customers/create/create-customer.tsx';

/** admin/users/create */
export default function UsersCreate(): ReactElement {
  return <CreateCustomer />;
}
