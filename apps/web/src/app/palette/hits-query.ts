import { oneQuery, type QueryFor } from '../../shared/api/query-factory.ts';
import type { PaletteItem } from './commands.ts';

/** Lines for the records that a query finds. What looks for them loads with the first search, not with every page. */
export const hitsQuery = (q: string): QueryFor<PaletteItem[]> =>
  oneQuery({
    queryKey: ['search', 'all', q],
    queryFn: async ({ signal }) => (await import('./hits.ts')).findItems(q, signal),
  });
