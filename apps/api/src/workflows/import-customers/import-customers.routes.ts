import * as contract from '@handover/contract/imports.ts';
import { loadImport } from '#features/imports/imports.service.ts';
import { paginate } from '#lib/pagination.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { previewImport } from './preview.ts';
import { listKept } from './undo/undo.queries.ts';

/** The part of imports that looks at customers before it writes them. */
export function importPreviewRoutes(
  routes: Routes,
  { storage, keyring }: Pick<Platform, 'storage' | 'keyring'>,
): void {
  routes.add(contract.previewImport, async ({ actor, params, body, work }) => ({
    rows: await previewImport(work, actor, { importId: params.id, plan: body, storage }),
  }));
  routes.add(contract.listUnrevertedRows, async ({ actor, params, query, work }) => {
    const row = await loadImport(work, actor, params.id);
    const key = { workspaceId: actor.workspaceId, importId: row.id };
    const page = await paginate(keyring, {
      ...query,
      cursor: query.cursor,
      binding: ['import-kept', key],
      fetch: ({ after, limit }) => listKept(work.db, key, { after: Number(after?.[0] ?? 0), limit }),
      count: () => Promise.resolve(row.kept_count),
      positionOf: ({ row_number }) => [row_number],
    });
    return {
      rows: page.rows.map(({ row_number, customer_id, name, kept_reason }) => ({
        row: row_number,
        customerId: customer_id,
        name,
        reason: kept_reason ?? '',
      })),
      total: page.total,
      nextCursor: page.nextCursor,
    };
  });
}
