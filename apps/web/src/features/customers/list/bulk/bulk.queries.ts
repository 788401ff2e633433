import {
  getBulkRun,
  listBulkRows,
  listBulkRuns,
  type BulkRow,
  type BulkRun,
} from '@handover/contract/bulk.ts';
import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '#shared/api/query-factory.ts';

/** Runs over many customers, newest first. */
export const bulkRunsQuery = (): PagesFor<ResponseOf<typeof listBulkRuns>> =>
  pagesQuery({
    queryKey: ['bulk', 'all', 'list'],
    fetchPage: ({ cursor, signal }) => send(listBulkRuns, { query: { cursor, limit: 10 } }, { signal }),
  });

/** A run with its progress. */
export const bulkRunQuery = (id: string): QueryFor<BulkRun> =>
  oneQuery({
    queryKey: ['bulk', 'all', 'one', id],
    queryFn: async ({ signal }) => (await send(getBulkRun, { params: { id } }, { signal })).bulkRun,
  });

/** What became of each customer of a run. */
export const bulkRowsQuery = (
  id: string,
  outcome: BulkRow['outcome'] | null,
): PagesFor<ResponseOf<typeof listBulkRows>> =>
  pagesQuery({
    queryKey: ['bulk', 'all', 'rows', id, outcome],
    fetchPage: ({ cursor, signal }) =>
      send(
        listBulkRows,
        { params: { id }, query: { cursor, limit: 50, ...(outcome !== null && { outcome }) } },
        { signal },
      ),
  });

/** Whether work goes on without anybody at the screen. */
export function isInProgress({ status }: Pick<BulkRun, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}
