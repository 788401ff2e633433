import * as contract from '@handover/contract/imports.ts';
import { paginate } from '../../lib/pagination.ts';
import type { Routes } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { issueTicket } from '../../platform/tickets.ts';
import { presentImport } from './imports.presenter.ts';
import { countImports, listImportRows, listRejections } from './imports.queries.ts';
import { cancelImport, createImport, getImport, loadImport, startImport } from './imports.service.ts';
import { rejectionsAction } from './imports.tickets.ts';

/** Imports of customers: upload, start, watch, stop, and the rows left out. */
export function importRoutes(
  routes: Routes,
  { storage, keyring }: Pick<Platform, 'storage' | 'keyring'>,
): void {
  routes.add(contract.createImport, async ({ actor, query, request, transact }) => ({
    import: await createImport(actor, { request, name: query.name, storage, transact }),
  }));
  routes.add(contract.getImport, async ({ actor, params, work }) => ({
    import: await getImport(work, actor, params.id),
  }));
  routes.add(contract.startImport, async ({ actor, params, body, work }) => ({
    import: await startImport(work, actor, { importId: params.id, ...body }),
  }));
  routes.add(contract.cancelImport, async ({ actor, params, work }) => ({
    import: await cancelImport(work, actor, params.id),
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
    return { imports: page.rows.map(presentImport), total: page.total, nextCursor: page.nextCursor };
  });

  rejectionRoutes(routes, keyring);
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
