import type { CustomerSelection } from '@handover/contract/customer-list.ts';
import type { Db } from '#db/client.ts';
import { matchesSelection, type Asked } from '#features/customers/customer-filter.queries.ts';
import type { Order } from '#features/customers/custom/resolve-order.ts';
import { sortBy } from '#features/customers/customer-sort.ts';
import type { Position } from '#lib/pagination.ts';
import {
  extraEmailsOfCustomer,
  fromCustomers,
  listedColumns,
  tagsOfCustomer,
} from '#platform/customers/customer-rows.queries.ts';
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
  }: Asked<CustomerSelection> & { order: Order; after: Position | null; limit: number },
) {
  const { order, customValues, after: isAfter } = sortBy(keys);
  const query = fromCustomers(db)
    .select([...exportColumns, customValues.as('custom_sort')])
    .where(matchesSelection(member, asked));
  return (after === null ? query : query.where(isAfter(after))).orderBy(order).limit(limit).execute();
}

export type ExportRow = Awaited<ReturnType<typeof listExportRows>>[number];
