import { listCustomers, type Customer } from '@handover/contract/customers/customers.ts';
import type { createCustomer } from '@handover/contract/customers/customer-changes.ts';
import type { ReactElement } from 'react';
import { send, type CallOf } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import {
  RecordPicker,
  type PickedRecord,
  type RecordOption,
  type RecordPickerProps,
} from '#shared/lists/record-picker.tsx';
import { useUser } from '#shared/session/session-context.tsx';

/** A customer as a field value. */
export type PickedCustomer = PickedRecord;

interface CustomerPickerProps extends RecordPickerProps {
  /** Limits the options to customers of this type. */
  accountType?: Customer['accountType'];
  /** Creates a customer from the typed text. */
  create?: (text: string) => Promise<PickedCustomer>;
}

/** A field that finds a customer by part of the name, email, phone, or company. */
export function CustomerPicker({ accountType, create, ...props }: CustomerPickerProps): ReactElement {
  return (
    <RecordPicker
      {...props}
      optionsQuery={(q) => optionsQuery(q, accountType)}
      noMatch="No matching customers"
      {...(create && { add: { noun: 'customer', create } })}
    />
  );
}

/** A field that finds a customer, or adds one by name or email address, for forms of what customers own or buy. */
export function AddableCustomerPicker(props: RecordPickerProps): ReactElement {
  const { id, isMember } = useUser();
  return (
    <CustomerPicker
      {...props}
      create={async (text) => {
        const body = {
          name: text,
          ...(text.includes('@') && { email: text }),
          brokerId: isMember ? id : null,
        };
        const { user } = await send(createCall, { body });
        return { id: user.id, name: user.name };
      }}
    />
  );
}

const createCall: CallOf<typeof createCustomer> = { method: 'POST', path: '/users' };

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
