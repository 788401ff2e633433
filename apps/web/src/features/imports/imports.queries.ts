import type { ResponseOf } from '@handover/contract/endpoint.ts';
import {
  getImport,
  listImportRejections,
  listImports,
  listUnrevertedRows,
  previewImport,
  type ImportDetail,
  type ImportMapping,
  type ImportRun,
} from '@handover/contract/imports.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '#shared/api/query-factory.ts';

/** The imports of the workspace, newest first. */
export const importsQuery = (): PagesFor<ResponseOf<typeof listImports>> =>
  pagesQuery({
    queryKey: ['import', 'all', 'list'],
    fetchPage: ({ cursor, signal }) => send(listImports, { query: { cursor, limit: 10 } }, { signal }),
  });

/** An import with its progress. */
export const importQuery = (id: string): QueryFor<ImportDetail> =>
  oneQuery({
    queryKey: ['import', 'all', 'one', id],
    queryFn: async ({ signal }) => (await send(getImport, { params: { id } }, { signal })).import,
  });

/** What a person chooses before the start. */
export interface ImportChoice {
  mapping: ImportMapping;
  mode: ImportRun['mode'];
  overwrite: ImportRun['overwrite'];
}

/** What the first rows would become; nothing is written by asking. */
export const previewQuery = (id: string, body: ImportChoice): QueryFor<ResponseOf<typeof previewImport>> =>
  oneQuery({
    queryKey: ['import', 'preview', id, body],
    queryFn: ({ signal }) => send(previewImport, { params: { id }, body }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The rows left out, with the reason of each. */
export const rejectionsQuery = (id: string): PagesFor<ResponseOf<typeof listImportRejections>> =>
  pagesQuery({
    queryKey: ['import', 'all', 'rejections', id],
    fetchPage: ({ cursor, signal }) =>
      send(listImportRejections, { params: { id }, query: { cursor } }, { signal }),
  });

/** The rows that an undo left as they are. */
export const activeQuery = (id: string): PagesFor<ResponseOf<typeof listUnrevertedRows>> =>
  pagesQuery({
    queryKey: ['import', 'all', 'kept', id],
    fetchPage: ({ cursor, signal }) =>
      send(listUnrevertedRows, { params: { id }, query: { cursor } }, { signal }),
  });

/** Whether work goes on without anybody at the screen. */
export function isInProgress({ status }: Pick<ImportRun, 'status'>): boolean {
  return status === 'queued' || status === 'running' || status === 'undoing';
}
