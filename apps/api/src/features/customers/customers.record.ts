import { recordInfo } from '@handover/contract/records.ts';
import { sql } from 'kysely';
import type { RecordDescriptor } from '#platform/records/record.ts';
import { customerBulk } from './bulk/customer-bulk.ts';
import { customerExport } from './customer-export.queries.ts';
import { listableCustomers } from './customer-list.queries.ts';
import { customerImport } from './import/customer.import.ts';

export const customerRecord: RecordDescriptor = {
  ...listableCustomers,
  export: customerExport,
  bulk: customerBulk,
  table: 'customers',
  files: { column: 'customer_id' },
  isGrantable: true,
  labels: recordInfo.customer,
  live: { audience: 'attached', reference: { field: 'customerId', isForClients: true } },
  search: {
    title: sql.ref('customers.name'),
    detail: sql`coalesce(customers.company, customers.email)`,
    prefixColumn: 'customers.name_sort',
  },
  from: () => sql`customers`,
  handover: { column: 'broker_id', activity: { type: 'customer.updated', customerColumn: 'id' } },
  import: customerImport,
};
