import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import {
  getImport,
  listImportProblemGroups,
  listImportProblems,
  listImportRejections,
  listImports,
  listUnrevertedRows,
  previewImport,
  type ImportDetail,
  type ImportMapping,
  type ImportProblemGroup,
  type ImportRun,
} from '@handover/contract/records/imports.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '#shared/api/query-factory.ts';

/** The imports of a record type, newest first. */
export const importsQuery = (recordType: RecordType): PagesFor<ResponseOf<typeof listImports>> =>
  pagesQuery({
    queryKey: ['import', 'all', 'list', recordType],
    fetchPage: ({ cursor, signal }) =>
      send(listImports, { query: { recordType, cursor, limit: 10 } }, { signal }),
  });

/** An import with its progress. */
export const importQuery = (id: string): QueryFor<ImportDetail> =>
  oneQuery({
    queryKey: ['import', 'all', 'one', id],
    queryFn: async ({ signal }) => (await send(getImport, { params: { id } }, { signal })).import,
  });

/** The user's choices before the start. */
export interface ImportChoice {
  mapping: ImportMapping;
  mode: ImportRun['mode'];
  overwrite: ImportRun['overwrite'];
  fixCapitalization: boolean;
}

/** The result for the first rows; nothing is saved. */
export const previewQuery = (id: string, body: ImportChoice): QueryFor<ResponseOf<typeof previewImport>> =>
  oneQuery({
    queryKey: ['import', 'preview', id, body],
    queryFn: ({ signal }) => send(previewImport, { params: { id }, body }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Skipped rows with their reasons. */
export const rejectionsQuery = (id: string): PagesFor<ResponseOf<typeof listImportRejections>> =>
  pagesQuery({
    queryKey: ['import', 'all', 'rejections', id],
    fetchPage: ({ cursor, signal }) =>
      send(listImportRejections, { params: { id }, query: { cursor } }, { signal }),
  });

/** The rows that an undo kept. */
export const unrevertedQuery = (id: string): PagesFor<ResponseOf<typeof listUnrevertedRows>> =>
  pagesQuery({
    queryKey: ['import', 'all', 'kept', id],
    fetchPage: ({ cursor, signal }) =>
      send(listUnrevertedRows, { params: { id }, query: { cursor } }, { signal }),
  });

/** Whether the server is working on it. */
export function isInProgress({ status }: Pick<ImportRun, 'status'>): boolean {
  return status === 'queued' || status === 'running' || status === 'undoing';
}

/** Which rows to show: all with errors, those with one problem, or those that were fixed or skipped. */
export type RowErrorsView = 'all' | 'fixed' | Pick<ImportProblemGroup, 'column' | 'kind'>;

/** The key prefix for queries of an import's bad rows. Fixes and checks reload them; live notices do not. */
export const getRowErrorsKey = (id: string): readonly string[] => ['import-errors', id];

/** The rows of an import with errors, or its fixed and skipped rows, in file order. */
export const problemRowsQuery = (
  id: string,
  view: RowErrorsView,
): PagesFor<ResponseOf<typeof listImportProblems>> =>
  pagesQuery({
    queryKey: [...getRowErrorsKey(id), 'rows', view],
    fetchPage: ({ cursor, signal }) =>
      send(
        listImportProblems,
        { params: { id }, query: { ...toFilter(view), limit: 100, cursor } },
        { signal },
      ),
  });

/** How many rows have each kind of problem, by column. */
export const problemGroupsQuery = (id: string): QueryFor<ResponseOf<typeof listImportProblemGroups>> =>
  oneQuery({
    queryKey: [...getRowErrorsKey(id), 'groups'],
    queryFn: ({ signal }) => send(listImportProblemGroups, { params: { id } }, { signal }),
  });

function toFilter(view: RowErrorsView) {
  if (view === 'all') return {};
  if (view === 'fixed') return { state: 'fixed' as const };
  return { kind: view.kind, ...(view.column !== null && { column: view.column }) };
}
