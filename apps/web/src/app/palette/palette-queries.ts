import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import type * as Lines from './lines.ts';
import type { PaletteItem } from './palette-item.ts';

/** What makes the lines. It loads when the palette opens, not with every page. */
export const linesQuery = (): QueryFor<typeof Lines> =>
  oneQuery({
    queryKey: ['palette', 'lines'],
    queryFn: () => import('./lines.ts'),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Lines for the records that a query finds. */
export const hitsQuery = (q: string): QueryFor<PaletteItem[]> =>
  oneQuery({
    queryKey: ['search', 'all', q],
    queryFn: async ({ signal }) => (await import('./hits.ts')).findItems(q, signal),
  });
