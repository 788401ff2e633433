import type { Customer } from '@handover/contract/customers.ts';
import type { ReactElement } from 'react';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';

/** Active, banned, or in the trash. */
export function CustomerStatus({
  customer,
}: {
  customer: Pick<Customer, 'status' | 'deletedAt'>;
}): ReactElement {
  if (customer.deletedAt !== null) return <StatusLabel tone="neutral">In the trash</StatusLabel>;
  return customer.status === 'banned' ? (
    <StatusLabel tone="error">Banned</StatusLabel>
  ) : (
    <StatusLabel tone="success">Active</StatusLabel>
  );
}
