import { listCustomers, type Customer } from '@handover/contract/customers/customers.ts';
import type { ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import {
  RecordPicker,
  type PickedRecord,
  type RecordOption,
  type RecordPickerProps,
} from '#shared/lists/record-picker.tsx';

/** A customer as a field value. */
export type PickedCustomer = PickedRecord;

interface CustomerPickerProps extends RecordPickerProps {
  /** Limits the options to customers of this type. */
  accountType?: Customer['accountType'];
}

/** A field that finds a customer by part of the name, email, phone, or company. */
export function CustomerPicker({ accountType, ...props }: CustomerPickerProps): ReactElement {
  return (
    <RecordPicker
      {...props}
      optionsQuery={(q) => optionsQuery(q, accountType)}
      noMatch="No matching customers"
    />
  );
}

const optionsQuery = (
  q: string,
  accountType: Customer['accountType'] | undefined,
): QueryFor<RecordOption[]> =>
  oneQuery({
    queryKey: ['customer', 'all', 'options', q, accountType],
    queryFn: async ({ signal }) => {
      const query = {
        ...(q !== '' && { q }),
        ...(accountType !== undefined && { accountType }),
        sort: 'name',
        limit: 10,
      } as const;
      const { users } = await send(listCustomers, { query }, { signal });
      return users.map(({ id, name, company, email }) => ({ id, name, details: [company, email] }));
    },
  });
