import { sql } from 'kysely';
import { inCustomerScope } from '#platform/customers/scope.ts';
import type { RecordDescriptor } from '#platform/records/record.ts';

export const customerRecord: RecordDescriptor = {
  type: 'customer',
  labels: { one: 'customer', many: 'customers' },
  table: 'customers',
  from: () => sql`customers`,
  scope: inCustomerScope,
};
