import { listCustomers } from '@handover/contract/customers.ts';
import type { ReactElement } from 'react';
import { send } from '../api/client.ts';
import { oneQuery, type QueryFor } from '../api/query-factory.ts';
import {
  RecordPicker,
  type PickedRecord,
  type RecordOption,
  type RecordPickerProps,
} from '../lists/record-picker.tsx';

/** A customer as a field holds them. */
export type PickedCustomer = PickedRecord;

/** A field that finds a customer by part of name, e-mail, phone or company. */
export function CustomerPicker(props: RecordPickerProps): ReactElement {
  return <RecordPicker {...props} optionsQuery={optionsQuery} noMatch="No customer matches" />;
}

const optionsQuery = (q: string): QueryFor<RecordOption[]> =>
  oneQuery({
    queryKey: ['customer', 'all', 'options', q],
    queryFn: async ({ signal }) => {
      const query = { ...(q !== '' && { q }), sort: 'name', limit: 10 } as const;
      const { users } = await send(listCustomers, { query }, { signal });
      return users.map(({ id, name, company, email }) => ({ id, name, details: [company, email] }));
    },
  });
