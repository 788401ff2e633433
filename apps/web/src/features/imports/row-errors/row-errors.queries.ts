import type { ResponseOf } from '@handover/contract/endpoint.ts';
import {
  listImportProblemGroups,
  listImportProblems,
  type ImportProblemGroup,
} from '@handover/contract/imports.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '#shared/api/query-factory.ts';

/** Which rows are shown: all that are bad, those with one problem, or those dealt with. */
export type RowErrorsView = 'all' | 'mended' | Pick<ImportProblemGroup, 'column' | 'kind'>;

/** What begins the keys of an import's bad rows. They follow what a person does and the checks, not each live notice. */
export const rowErrorsKey = (id: string): readonly string[] => ['import-mending', id];

/** The bad rows of an import, or the mended and skipped ones, in the order of the file. */
export const problemRowsQuery = (
  id: string,
  view: RowErrorsView,
): PagesFor<ResponseOf<typeof listImportProblems>> =>
  pagesQuery({
    queryKey: [...rowErrorsKey(id), 'rows', view],
    fetchPage: ({ cursor, signal }) =>
      send(
        listImportProblems,
        { params: { id }, query: { ...filterOf(view), limit: 100, cursor } },
        { signal },
      ),
  });

/** How many rows each column and kind of problem keeps out. */
export const problemGroupsQuery = (id: string): QueryFor<ResponseOf<typeof listImportProblemGroups>> =>
  oneQuery({
    queryKey: [...rowErrorsKey(id), 'groups'],
    queryFn: ({ signal }) => send(listImportProblemGroups, { params: { id } }, { signal }),
  });

function filterOf(view: RowErrorsView) {
  if (view === 'all') return {};
  if (view === 'mended') return { state: 'mended' as const };
  return { kind: view.kind, ...(view.column !== null && { column: view.column }) };
}
