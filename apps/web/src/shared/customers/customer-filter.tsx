import type { Customer, getCustomer } from '@handover/contract/customers/customers.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactElement } from 'react';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { send, type CallOf } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

const CustomerPicker = lazy(async () => ({
  default: (await import('./customer-picker.tsx')).CustomerPicker,
}));

const getCall: CallOf<typeof getCustomer> = { method: 'GET', path: '/users/{id}' };

/** A customer by name. */
export const customerNameQuery = (id: string): QueryFor<Pick<Customer, 'id' | 'name'>> =>
  oneQuery({
    queryKey: ['customer', id, 'name'],
    queryFn: async ({ signal }) => (await send(getCall, { params: { id } }, { signal })).user,
  });

interface CustomerFilterProps {
  label: string;
  /** A customer's id; empty for none. */
  value: string;
  onChange: (id: string) => void;
}

/** Selects the customer that a list is filtered by. */
export function CustomerFilter({ label, value, onChange }: CustomerFilterProps): ReactElement {
  const { data = null } = useQuery({ ...customerNameQuery(value), enabled: value !== '' });
  return (
    <Suspense>
      <CustomerPicker
        label={label}
        value={value === '' ? null : data}
        onChange={(customer) => onChange(customer?.id ?? '')}
      />
    </Suspense>
  );
}

interface CustomerChipProps {
  value: string;
  onRemove: () => void;
  /** Text before the name, such as "Owned by". */
  prefix?: string;
}

/** The chip of a filter by customer. */
export function CustomerChip({ value, onRemove, prefix }: CustomerChipProps): ReactElement {
  const { data } = useQuery(customerNameQuery(value));
  const name = data?.name ?? 'one customer';
  return <RemovableChip label={prefix === undefined ? name : `${prefix} ${name}`} onRemove={onRemove} />;
}
