import { sql } from 'kysely';
import type { RecordDescriptor } from '#platform/records/record.ts';
import { customerExport } from './customer-export.queries.ts';
import { listableCustomers } from './customer-list.queries.ts';
import { customerImport } from './import/customer.import.ts';

export const customerRecord: RecordDescriptor = {
  ...listableCustomers,
  export: customerExport,
  table: 'customers',
  isGrantable: true,
  labels: { one: 'customer', many: 'customers' },
  from: () => sql`customers`,
  import: customerImport,
};
