import type { CustomField } from '@handover/contract/custom-fields.ts';
import { customIdOf } from '@handover/contract/custom-filter.ts';
import { customerSortKeys, readSort, type CustomerSortKey } from '@handover/contract/customer-list.ts';
import type { Db } from '#db/client.ts';
import { invalidField } from '#lib/errors.ts';
import { listCustomFields } from '#platform/customers/custom-fields.queries.ts';

/** One key of an order: a column that every customer has, or a field of the workspace's own. */
export type OrderPart = { readonly isDescending: boolean } & (
  | { readonly key: CustomerSortKey }
  | { readonly key: 'custom'; readonly field: CustomField }
);
export type Order = readonly OrderPart[];

/** An order such as `-custom.<field id>,name` with the fields that it names. Throws INVALID_INPUT for an unknown one. */
export async function resolveOrder(
  db: Db,
  { workspaceId, sort }: { workspaceId: string; sort: string },
): Promise<Order> {
  const parts = readSort(sort);
  const isCustom = parts.some(({ key }) => customIdOf(key) !== null);
  const fields = isCustom ? await listCustomFields(db, { workspaceId }) : [];
  return parts.map(({ key, isDescending }): OrderPart => {
    const builtIn = customerSortKeys.find((known) => known === key);
    if (builtIn !== undefined) return { key: builtIn, isDescending };
    const field = fields.find(({ id }) => id === customIdOf(key));
    if (field === undefined) throw invalidField('sort', `There is no field ${customIdOf(key) ?? key}`);
    return { key: 'custom', field, isDescending };
  });
}
