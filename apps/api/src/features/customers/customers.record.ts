import { sql } from 'kysely';
import type { RecordDescriptor } from '#platform/records/record.ts';
import { listableCustomers } from './customer-list.queries.ts';

export const customerRecord: RecordDescriptor = {
  ...listableCustomers,
  table: 'customers',
  labels: { one: 'customer', many: 'customers' },
  from: () => sql`customers`,
};
