import { listSavedViews, type SavedView } from '@handover/contract/saved-views.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** The views of the customer list that the viewer sees: own and shared ones. */
export const savedViewsQuery = (): QueryFor<SavedView[]> =>
  oneQuery({
    queryKey: ['view', 'all', 'list'],
    queryFn: async ({ signal }) => (await send(listSavedViews, {}, { signal })).savedViews,
  });
