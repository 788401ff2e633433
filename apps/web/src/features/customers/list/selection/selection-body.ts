import type { previewBulkEmail } from '@handover/contract/bulk.ts';
import type { BodyInput } from '@handover/contract/endpoint.ts';
import type { ListFilter } from '../search/list-search.ts';
import type { Selection } from './use-selection.ts';

export type Picked = Pick<Selection, 'isAll' | 'ids'>;

/** A selection as the API takes it: picked customers, or all that match but the exceptions. */
export function selectionOf(
  filter: ListFilter,
  picked: Picked | null,
): BodyInput<typeof previewBulkEmail>['selection'] {
  const { custom, ...others } = filter;
  const sent = {
    ...others,
    tagId: [...(filter.tagId ?? [])],
    ...(custom !== undefined && { custom: [...custom] }),
  };
  if (picked === null || (picked.isAll && picked.ids.size === 0)) return { filter: sent };
  if (picked.isAll) return { filter: sent, exceptIds: [...picked.ids] };
  // Picked ones stand for themselves: one that no longer matches the filter is still meant.
  return { filter: filter.deleted === undefined ? {} : { deleted: filter.deleted }, ids: [...picked.ids] };
}
