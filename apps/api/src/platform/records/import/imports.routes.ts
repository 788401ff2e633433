import * as contract from '@handover/contract/records/imports.ts';
import { csvByteOrderMark, toCsvLine } from '@handover/domain/csv.ts';
import { Readable } from 'node:stream';
import type { Db } from '#db/client.ts';
import { notFound } from '#lib/errors.ts';
import { paginate } from '#lib/pagination.ts';
import { sendDownload } from '#platform/files/download.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import { issueTicket, type TicketAction } from '#platform/tickets.ts';
import type { Work } from '#platform/work.ts';
import { listKeptChanges } from './changes.queries.ts';
import { toRow } from './cells.ts';
import { requireImportable } from './imports.policy.ts';
import { listHeadings, presentImport } from './imports.presenter.ts';
import {
  countImports,
  listImportRows,
  listRejectedRows,
  listRejections,
  type ImportRow,
} from './imports.queries.ts';
import {
  cancelImport,
  getImport,
  loadImport,
  previewImport,
  startImport,
  undoImport,
  updateImport,
  type Actor,
} from './imports.service.ts';
import {
  countProblems,
  countRows,
  listBadRows,
  listEditedRows,
  listRowProblems,
  wholeRow,
} from './row-errors.queries.ts';
import { editCell, presentRow, restoreRow, skipBadRows, toKind } from './row-errors.service.ts';
import { createImport, rereadImport } from './uploads.service.ts';

type Parts = Pick<Platform, 'storage' | 'keyring' | 'records'>;
type By = (context: { readonly actor: Member; readonly work: Work }) => Actor;

const rejectionsAction = 'imports.rejections';
const ticketBatchRows = 200;

/** Imports of every record type: upload, map, fix, start, watch, stop, undo, and the skipped rows. */
export function importRoutes(routes: Routes, platform: Parts): void {
  const by: By = ({ actor, work }) => ({ actor, work, records: platform.records });
  addCommands(routes, { platform, by });
  addLists(routes, { platform });
  addRowLists(routes, { platform, by });
  addRowErrors(routes, { platform, by });
  addFixes(routes, { platform, by });
}

type RouteContext = { readonly platform: Parts; readonly by: By };

function addCommands(routes: Routes, { platform, by }: RouteContext): void {
  const { storage } = platform;
  routes.add(contract.createImport, async ({ actor, query, request, writeOnce }) => ({
    import: await createImport(actor, { request, ...query, platform, writeOnce }),
  }));
  routes.add(contract.getImport, async ({ params, ...context }) => ({
    import: await getImport(by(context), params.id),
  }));
  routes.add(contract.updateImport, async ({ params, body, ...context }) => ({
    import: await updateImport(by(context), { importId: params.id, plan: body }),
  }));
  routes.add(contract.rereadImport, async ({ params, body, ...context }) => ({
    import: await rereadImport(by(context), { importId: params.id, reading: body, storage }),
  }));
  routes.add(contract.previewImport, async ({ params, body, ...context }) => ({
    rows: await previewImport(by(context), { importId: params.id, plan: body, storage }),
  }));
  routes.add(contract.startImport, async ({ params, body, ...context }) => ({
    import: await startImport(by(context), { importId: params.id, plan: body }),
  }));
  routes.add(contract.cancelImport, async ({ params, ...context }) => ({
    import: await cancelImport(by(context), params.id),
  }));
  routes.add(contract.undoImport, async ({ params, ...context }) => ({
    import: await undoImport(by(context), params.id),
  }));
  routes.add(contract.downloadImportRejections, async ({ params, ...context }) => {
    const { row } = await loadImport(by(context), params.id);
    const ticket = { action: rejectionsAction, subject: { importId: row.id } };
    return { ticket: await issueTicket(context.work, context.actor, ticket) };
  });
}

function addLists(routes: Routes, { platform: { keyring, records } }: Pick<RouteContext, 'platform'>): void {
  routes.add(contract.listImports, async ({ actor, query, work }) => {
    const { recordType, ...paging } = query;
    requireImportable(records, actor, recordType);
    const { rows, ...page } = await paginate(keyring, {
      ...paging,
      cursor: paging.cursor,
      viewer: actor,
      binding: ['imports', recordType],
      fetch: (slice) => listImportRows(work.db, actor, { recordType, ...slice }),
      count: () => countImports(work.db, actor, recordType),
      positionOf: (row) => [row.created_at.toISOString(), row.id],
    });
    return { imports: rows.map((row) => presentImport(row, actor)), ...page };
  });
}

/** Skipped rows, and those that an undo kept. */
function addRowLists(routes: Routes, { platform: { keyring }, by }: RouteContext): void {
  routes.add(contract.listImportRejections, async ({ params, query, ...context }) => {
    const { row: run } = await loadImport(by(context), params.id);
    const key = { workspaceId: run.workspace_id, importId: run.id };
    const { rows, ...page } = await paginate(keyring, {
      ...query,
      cursor: query.cursor,
      viewer: context.actor,
      binding: ['import-rejections', key],
      fetch: ({ after, limit }) =>
        listRejections(context.work.db, key, { after: Number(after?.[0] ?? 0), limit }),
      count: () => Promise.resolve(run.rejected_count),
      positionOf: ({ row_number }) => [row_number],
    });
    return {
      rejections: rows.map(({ row_number, reason, name }) => ({ row: row_number, reason, name })),
      ...page,
    };
  });
  routes.add(contract.listUnrevertedRows, async ({ params, query, ...context }) => {
    const { row: run, importable } = await loadImport(by(context), params.id);
    const key = { workspaceId: run.workspace_id, importId: run.id };
    const { rows, ...page } = await paginate(keyring, {
      ...query,
      cursor: query.cursor,
      viewer: context.actor,
      binding: ['import-kept', key],
      fetch: ({ after, limit }) =>
        listKeptChanges(context.work.db, key, { after: Number(after?.[0] ?? 0), limit }),
      count: () => Promise.resolve(run.kept_count),
      positionOf: ({ row_number }) => [row_number],
    });
    const ids = rows.map(({ record_id }) => record_id);
    const names = await importable.spec.listNames(context.work.db, { workspaceId: key.workspaceId, ids });
    return {
      rows: rows.map(({ row_number, record_id, kept_reason }) => ({
        row: row_number,
        recordId: record_id,
        name: names.get(record_id) ?? null,
        reason: kept_reason ?? '',
      })),
      ...page,
    };
  });
}

/** Bad rows, before an import starts. */
function addRowErrors(routes: Routes, { platform: { keyring }, by }: RouteContext): void {
  routes.add(contract.listImportProblems, async ({ params, query, ...context }) => {
    const { row: run } = await loadImport(by(context), params.id);
    const { db } = context.work;
    const key = { workspaceId: run.workspace_id, importId: run.id };
    const { state, column, kind } = query;
    const filter = { column, kind };
    const { rows, ...page } = await paginate(keyring, {
      ...query,
      cursor: query.cursor,
      viewer: context.actor,
      binding: ['import-problems', key, state, column ?? null, kind ?? null],
      fetch: ({ after, limit }) => {
        const slice = { after: Number(after?.[0] ?? 0), limit };
        return state === 'open' ? listBadRows(db, key, { ...slice, filter }) : listEditedRows(db, key, slice);
      },
      count: () => countRows(db, key, { state, filter }),
      positionOf: ({ row_number }) => [row_number],
    });
    const numbers = rows.map(({ row_number }) => row_number);
    const problems = Map.groupBy(await listRowProblems(db, key, numbers), ({ row_number }) => row_number);
    return {
      rows: rows.map((row) => presentRow(row, { problems: problems.get(row.row_number) ?? [], run })),
      ...page,
    };
  });
  routes.add(contract.listImportProblemGroups, async ({ params, ...context }) => {
    const { row: run } = await loadImport(by(context), params.id);
    const { db } = context.work;
    const key = { workspaceId: run.workspace_id, importId: run.id };
    const filter = { column: undefined, kind: undefined };
    const groups = await countProblems(db, key);
    return {
      groups: groups.map(({ column_index, kind, count }) => ({
        column: column_index === wholeRow ? null : String(column_index),
        kind: toKind(kind),
        count,
      })),
      open: await countRows(db, key, { state: 'open', filter }),
      fixed: await countRows(db, key, { state: 'fixed', filter }),
    };
  });
}

function addFixes(routes: Routes, { by }: RouteContext): void {
  routes.add(contract.editImportCell, async ({ params, body, ...context }) =>
    editCell(by(context), { importId: params.id, edit: body }),
  );
  routes.add(contract.skipImportRows, async ({ params, body, ...context }) =>
    skipBadRows(by(context), { importId: params.id, which: body }),
  );
  routes.add(contract.restoreImportRow, async ({ params, ...context }) => {
    await restoreRow(by(context), { importId: params.id, row: params.row });
    return { changedRows: 1 };
  });
}

/** The content behind import tickets: the skipped rows as CSV, with the reason before the cells of the file. */
export function importTicketActions({ records }: Pick<Platform, 'records'>): Record<string, TicketAction> {
  return {
    [rejectionsAction]: async ({ member, subject, work, reply }) => {
      if (typeof subject['importId'] !== 'string') throw notFound('import');
      const { row } = await loadImport({ work, actor: member, records }, subject['importId']);
      sendDownload(reply, {
        name: `Skipped rows of ${row.file_name.replace(/\.[A-Za-z0-9]{1,10}$/, '')}.csv`,
        contentType: 'text/csv; charset=utf-8',
        bytes: Readable.from(toCsv(work.db, row), { objectMode: false }),
      });
    },
  };
}

async function* toCsv(db: Db, row: ImportRow): AsyncGenerator<string> {
  yield `${csvByteOrderMark}${toCsvLine(['Reason', ...listHeadings(row)])}`;
  const key = { workspaceId: row.workspace_id, importId: row.id };
  let after = 0;
  for (;;) {
    const rows = await listRejectedRows(db, key, { after, limit: ticketBatchRows });
    if (rows.length === 0) return;
    yield rows.map(({ reason, raw_row }) => toCsvLine([reason, ...toRow(raw_row)])).join('');
    after = rows.at(-1)?.row_number ?? after;
  }
}
