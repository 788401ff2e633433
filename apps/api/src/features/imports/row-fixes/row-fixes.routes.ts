import * as contract from '@handover/contract/imports.ts';
import { paginate } from '#lib/pagination.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { loadImport } from '../imports.service.ts';
import {
  countProblems,
  countRows,
  listBadRows,
  listEditedRows,
  listProblemsOf,
  wholeRow,
} from './row-fixes.queries.ts';
import { editCell, presentRow, restoreRow, skip, toKind } from './row-fixes.service.ts';

/** Bad rows and their mending, before an import starts. */
export function rowErrorsRoutes(routes: Routes, keyring: Platform['keyring']): void {
  listRoute(routes, keyring);
  groupsRoute(routes);
  routes.add(contract.editImportCell, async ({ actor, params, body, work }) =>
    editCell(work, actor, { importId: params.id, edit: body }),
  );
  routes.add(contract.skipImportRows, async ({ actor, params, body, work }) =>
    skip(work, actor, { importId: params.id, which: body }),
  );
  routes.add(contract.restoreImportRow, async ({ actor, params, work }) => {
    await restoreRow(work, actor, { importId: params.id, row: params.row });
    return { changedRows: 1 };
  });
}

function listRoute(routes: Routes, keyring: Platform['keyring']): void {
  routes.add(contract.listImportProblems, async ({ actor, params, query, work }) => {
    const run = await loadImport(work, actor, params.id);
    const key = { workspaceId: actor.workspaceId, importId: run.id };
    const { state, column, kind } = query;
    const filter = { column, kind };
    const page = await paginate(keyring, {
      ...query,
      cursor: query.cursor,
      binding: ['import-problems', key, state, column ?? null, kind ?? null],
      fetch: ({ after, limit }) => {
        const slice = { after: Number(after?.[0] ?? 0), limit };
        return state === 'open'
          ? listBadRows(work.db, key, { ...slice, filter })
          : listEditedRows(work.db, key, slice);
      },
      count: () => countRows(work.db, key, { state, filter }),
      positionOf: ({ row_number }) => [row_number],
    });
    const problems = await listProblemsOf(
      work.db,
      key,
      page.rows.map(({ row_number }) => row_number),
    );
    return {
      rows: page.rows.map((row) =>
        presentRow(row, {
          problems: problems.filter(({ row_number }) => row_number === row.row_number),
          run,
        }),
      ),
      total: page.total,
      nextCursor: page.nextCursor,
    };
  });
}

function groupsRoute(routes: Routes): void {
  routes.add(contract.listImportProblemGroups, async ({ actor, params, work }) => {
    const run = await loadImport(work, actor, params.id);
    const key = { workspaceId: actor.workspaceId, importId: run.id };
    const filter = { column: undefined, kind: undefined };
    const groups = await countProblems(work.db, key);
    return {
      groups: groups.map(({ column_index, kind, count }) => ({
        column: column_index === wholeRow ? null : String(column_index),
        kind: toKind(kind),
        count,
      })),
      open: await countRows(work.db, key, { state: 'open', filter }),
      mended: await countRows(work.db, key, { state: 'mended', filter }),
    };
  });
}
