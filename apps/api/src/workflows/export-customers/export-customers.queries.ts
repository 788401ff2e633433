import type { CustomerFilter } from '@handover/contract/customers.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import {
  matchesFilter,
  sortBy,
  type CustomerSort,
} from '../../features/customers/customer-filter.queries.ts';
import type { Position } from '../../lib/pagination.ts';
import type { Member } from '../../platform/session/actor.ts';

const tagNames = sql<string[]>`ARRAY(
  SELECT tags.name FROM customer_tags JOIN tags ON tags.workspace_id = customer_tags.workspace_id AND tags.id = customer_tags.tag_id
  WHERE customer_tags.workspace_id = customers.workspace_id AND customer_tags.customer_id = customers.id ORDER BY tags.name_key)`;

const extraEmails = sql<string[]>`ARRAY(
  SELECT e.email FROM customer_emails e WHERE e.workspace_id = customers.workspace_id AND e.customer_id = customers.id ORDER BY e.position)`;

const exportColumns = [
  'customers.id',
  'customers.name',
  'customers.name_sort',
  'customers.email',
  'customers.phone',
  'customers.company',
  'customers.company_sort',
  'customers.npi',
  'customers.account_type',
  'customers.status',
  'customers.is_verified',
  'customers.plan_name',
  'customers.joining_date',
  'customers.source',
  'customers.title',
  'customers.website',
  'customers.address_line1',
  'customers.address_line2',
  'customers.city',
  'customers.region',
  'customers.postal_code',
  'customers.country',
  'customers.taxonomy_code',
  'customers.created_at',
  'customer_stats.last_activity_at',
  'users.display_name as broker_name',
  tagNames.as('tag_names'),
  extraEmails.as('extra_emails'),
] as const;

/** Up to `limit` customers of a filter after a position, with every column of the export. */
export function listExportRows(
  db: Db,
  member: Member,
  {
    filter,
    sort,
    after,
    limit,
  }: { filter: CustomerFilter; sort: CustomerSort; after: Position | null; limit: number },
) {
  const { order, after: isAfter } = sortBy(sort);
  const query = db
    .selectFrom('customers')
    .innerJoin('customer_stats', (join) =>
      join
        .onRef('customer_stats.workspace_id', '=', 'customers.workspace_id')
        .onRef('customer_stats.customer_id', '=', 'customers.id'),
    )
    .leftJoin('users', 'users.id', 'customers.broker_id')
    .select(exportColumns)
    .where(matchesFilter(member, filter));
  return (after === null ? query : query.where(isAfter(after))).orderBy(order).limit(limit).execute();
}

export type ExportRow = Awaited<ReturnType<typeof listExportRows>>[number];
