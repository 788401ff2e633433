import type { CustomerFilter } from '@handover/contract/customer-list.ts';
import type { Db } from '#db/client.ts';
import { filterableCustomers } from '#features/customers/customer-filter.queries.ts';
import { customerSorting } from '#features/customers/customer-list.queries.ts';
import type { Position } from '#lib/pagination.ts';
import {
  extraEmailsOfCustomer,
  fromCustomers,
  listedColumns,
  tagsOfCustomer,
} from '#platform/customers/customer-rows.queries.ts';
import { matchesSelection, type ResolvedSelection } from '#platform/records/list/filter.queries.ts';
import { sortBy, type Order } from '#platform/records/list/sort.queries.ts';
import type { Member } from '#platform/session/actor.ts';

const exportColumns = [
  ...listedColumns,
  'customers.custom',
  'customers.title',
  'customers.website',
  'customers.address_line1',
  'customers.address_line2',
  'customers.postal_code',
  'customers.country',
  'customers.taxonomy_code',
  'customers.unsubscribed_at',
  tagsOfCustomer.as('tags'),
  extraEmailsOfCustomer.as('extra_emails'),
] as const;

/** Up to `limit` customers of a selection after a position, with every column of the export. */
export function listExportRows(
  db: Db,
  member: Member,
  {
    order: keys,
    after,
    limit,
    ...asked
  }: ResolvedSelection<CustomerFilter> & { order: Order; after: Position | null; limit: number },
) {
  const { order, values, after: isAfter } = sortBy(customerSorting, keys);
  const query = fromCustomers(db)
    .select([...exportColumns, values.as('sort_values')])
    .where(matchesSelection(filterableCustomers, member, asked));
  return (after === null ? query : query.where(isAfter(after))).orderBy(order).limit(limit).execute();
}

export type ExportRow = Awaited<ReturnType<typeof listExportRows>>[number];
