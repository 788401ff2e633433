import type { ContactPoint } from '@handover/contract/customers/contact-points.ts';
import { sql } from 'kysely';
import { selectRecordTags } from '#platform/records/tags/tags.queries.ts';
import type { Db } from '#db/client.ts';

/** Stored for a customer without a joining date, so that lists can be sorted and paged by it. */
export const noDate = '-infinity';

/** Columns of all customer lists, including the export. */
export const listedColumns = [
  'customers.id',
  'customers.name',
  'customers.name_sort',
  'customers.email',
  'customers.phone',
  'customers.company',
  'customers.company_sort',
  'customers.npi',
  'customers.ccn',
  'customers.account_type',
  'customers.status',
  'customers.is_verified',
  'customers.plan_name',
  'customers.joining_date',
  'customers.broker_id',
  'customers.source',
  'customers.city',
  'customers.region',
  'customers.created_at',
  'customers.updated_at',
  'customers.deleted_at',
  'customers.photo_key',
  'customers.version',
  'customer_stats.last_contact_at',
  'users.display_name as broker_name',
] as const;

/** The joining date, or null for none. */
export function findJoiningDate({ joining_date: date }: { joining_date: string }): string | null {
  return date === noDate ? null : date;
}

/** The last contact in ISO 8601, or null for none. */
export function findContactTime({
  last_contact_at: time,
}: {
  last_contact_at: Date | number;
}): string | null {
  return time instanceof Date ? time.toISOString() : null;
}

export const customerTags = {
  table: 'customer_tags',
  column: 'customer_id',
  recordTable: 'customers',
} as const;

/** A customer's tags by name. */
export const tagsOfCustomer = selectRecordTags(customerTags);

/** A customer's further emails, phones, and addresses in order. */
export const contactPointsOfCustomer = sql<ContactPoint[]>`(
  SELECT coalesce(json_agg(json_build_object('kind', p.kind, 'label', p.label, 'value', p.value) ORDER BY p.position), '[]')
  FROM customer_contact_points p WHERE p.workspace_id = customers.workspace_id AND p.customer_id = customers.id)`;

/** Customers with their derived fields and broker. */
export function fromCustomers(db: Db) {
  return db
    .selectFrom('customers')
    .innerJoin('customer_stats', (join) =>
      join
        .onRef('customer_stats.workspace_id', '=', 'customers.workspace_id')
        .onRef('customer_stats.customer_id', '=', 'customers.id'),
    )
    .leftJoin('users', 'users.id', 'customers.broker_id');
}
