import { recordInfo } from '@handover/contract/records/records.ts';
import { sql } from 'kysely';
import type { Database } from '#db/schema/database.ts';
import type { RelatedRows } from '#platform/records/merge/related-rows.queries.ts';
import type { RecordDescriptor } from '#platform/records/record.ts';
import { customerBulk } from './bulk/customer-bulk.ts';
import { customerExport } from './customer-export.queries.ts';
import { listableCustomers } from './customer-list.queries.ts';
import { customerTags } from './customer-rows.queries.ts';
import { customerImport } from './import/customer.import.ts';

const membershipLabels = { one: 'corporate membership', many: 'corporate memberships' };

export const customerRecord: RecordDescriptor = {
  ...listableCustomers,
  export: customerExport,
  bulk: customerBulk,
  table: 'customers',
  files: { column: 'customer_id' },
  isGrantable: true,
  labels: recordInfo.customer,
  auditName: sql.ref('customers.name'),
  timeline: ({ isInScope }) => ({
    label: sql`customers.name`,
    onlyBeside: sql`CASE WHEN ${isInScope} THEN NULL ELSE customers.id END`,
  }),
  live: { audience: 'attached', reference: { field: 'customerId', isForClients: true } },
  tags: customerTags,
  relatedRows: [
    { kind: 'note', table: 'notes', column: 'customer_id', labels: { one: 'note', many: 'notes' } },
    { kind: 'notification', table: 'notifications', column: 'customer_id' },
    { kind: 'co_owner', table: 'business_co_owners', column: 'customer_id' },
    { kind: 'link', table: 'one_time_links', column: 'customer_id' },
    {
      ...createLink('message', 'message_customers', ['customer_id', 'message_id', 'messages']),
      labels: { one: 'email', many: 'emails' },
    },
    {
      ...createLink('tag', 'customer_tags', ['customer_id', 'tag_id', 'tags']),
      labels: { one: 'tag', many: 'tags' },
    },
    {
      ...createLink('member', 'corporate_members', ['corporate_id', 'member_id', 'customers']),
      labels: membershipLabels,
    },
    { kind: 'protected_buyer', table: 'protected_buyers', column: 'customer_id' },
    {
      ...createLink('membership', 'corporate_members', ['member_id', 'corporate_id', 'customers']),
      labels: membershipLabels,
    },
  ],
  handover: { column: 'broker_id', activity: { type: 'customer.updated', customerColumn: 'id' } },
  import: customerImport,
};

function createLink(
  kind: string,
  table: keyof Database,
  [column, other, otherTable]: readonly [string, string, keyof Database],
): RelatedRows {
  return { kind, table, column, tie: { column: other, table: otherTable } };
}
