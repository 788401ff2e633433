import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { CustomerPicker } from '#shared/customers/customer-picker.tsx';
import { filteredCustomerQuery } from '../tasks.queries.ts';

interface CustomerFilterProps {
  customerId: string | null;
  onChange: (customerId: string | undefined) => void;
}

/** Narrows the tasks to those of one customer. */
export default function CustomerFilter({ customerId, onChange }: CustomerFilterProps): ReactElement {
  const { data } = useQuery({ ...filteredCustomerQuery(customerId ?? ''), enabled: customerId !== null });
  return (
    <CustomerPicker
      label="Customer"
      value={customerId === null ? null : (data ?? null)}
      onChange={(customer) => onChange(customer?.id)}
    />
  );
}
