import { getMerge, previewMerge, type Merge, type MergePreview } from '@handover/contract/merges.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** The two customers that are to become one: `id` stays. */
export interface MergePair {
  readonly id: string;
  readonly otherId: string;
}

/** What a merge would choose and move. */
export const mergePreviewQuery = (params: MergePair): QueryFor<MergePreview> =>
  oneQuery({
    queryKey: ['customer', 'all', 'merge-preview', params],
    queryFn: async ({ signal }) => (await send(previewMerge, { params }, { signal })).preview,
  });

/** A merge that was made. */
export const mergeQuery = (id: string): QueryFor<Merge> =>
  oneQuery({
    queryKey: ['customer', 'all', 'merge', id],
    queryFn: async ({ signal }) => (await send(getMerge, { params: { id } }, { signal })).merge,
  });
