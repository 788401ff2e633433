import * as contract from '@handover/contract/imports.ts';
import { paginate } from '#lib/pagination.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { issueTicket } from '#platform/tickets.ts';
import { presentImport } from './imports.presenter.ts';
import { countImports, listImportRows, listRejections } from './imports.queries.ts';
import {
  cancelImport,
  getImport,
  loadImport,
  startImport,
  undoImport,
  updateImport,
} from './imports.service.ts';
import { rejectionsAction } from './imports.tickets.ts';
import { createImport } from './intake/create-import.ts';
import { rereadImport } from './intake/reread-import.ts';
import { rowErrorsRoutes } from './row-fixes/row-fixes.routes.ts';

/** Imports of customers: upload, start, watch, stop, and the rows left out. */
export function importRoutes(
  routes: Routes,
  { storage, keyring }: Pick<Platform, 'storage' | 'keyring'>,
): void {
  routes.add(contract.createImport, async ({ actor, query, request, writeOnce }) => ({
    import: await createImport(actor, { request, name: query.name, storage, writeOnce }),
  }));
  routes.add(contract.getImport, async ({ actor, params, work }) => ({
    import: await getImport(work, actor, params.id),
  }));
  routes.add(contract.startImport, async ({ actor, params, body, work }) => ({
    import: await startImport(work, actor, { importId: params.id, plan: body }),
  }));
  routes.add(contract.updateImport, async ({ actor, params, body, work }) => ({
    import: await updateImport(work, actor, { importId: params.id, plan: body }),
  }));
  routes.add(contract.rereadImport, async ({ actor, params, body, work }) => {
    await rereadImport(work, actor, { importId: params.id, reading: body, storage });
    return { import: await getImport(work, actor, params.id) };
  });
  routes.add(contract.cancelImport, async ({ actor, params, work }) => ({
    import: await cancelImport(work, actor, params.id),
  }));
  routes.add(contract.undoImport, async ({ actor, params, work }) => ({
    import: await undoImport(work, actor, params.id),
  }));

  routes.add(contract.listImports, async ({ actor, query, work }) => {
    const page = await paginate(keyring, {
      ...query,
      cursor: query.cursor,
      binding: ['imports', actor.workspaceId, actor.scope, actor.userId],
      fetch: (slice) => listImportRows(work.db, actor, slice),
      count: () => countImports(work.db, actor),
      positionOf: (row) => [row.created_at.toISOString(), row.id],
    });
    return {
      imports: page.rows.map((row) => presentImport(row, actor)),
      total: page.total,
      nextCursor: page.nextCursor,
    };
  });

  rejectionRoutes(routes, keyring);
  rowErrorsRoutes(routes, keyring);
}

function rejectionRoutes(routes: Routes, keyring: Platform['keyring']): void {
  routes.add(contract.listImportRejections, async ({ actor, params, query, work }) => {
    const row = await loadImport(work, actor, params.id);
    const key = { workspaceId: actor.workspaceId, importId: row.id };
    const page = await paginate(keyring, {
      ...query,
      cursor: query.cursor,
      binding: ['import-rejections', key],
      fetch: ({ after, limit }) => listRejections(work.db, key, { after: Number(after?.[0] ?? 0), limit }),
      count: () => Promise.resolve(row.rejected_count),
      positionOf: ({ row_number }) => [row_number],
    });
    return {
      rejections: page.rows.map(({ row_number, reason, name }) => ({ row: row_number, reason, name })),
      total: page.total,
      nextCursor: page.nextCursor,
    };
  });

  routes.add(contract.downloadImportRejections, async ({ actor, params, work }) => {
    const row = await loadImport(work, actor, params.id);
    return {
      ticket: await issueTicket(work, actor, { action: rejectionsAction, subject: { importId: row.id } }),
    };
  });
}
