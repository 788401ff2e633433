import * as contract from '@handover/contract/installation/installation-workspaces.ts';
import { paginate } from '#lib/pagination.ts';
import type { Routes } from '#platform/http/routes.ts';
import { findPublicWorkspaceId } from '#platform/installation/installation.ts';
import type { Platform } from '#platform/platform.ts';
import { countWorkspaces, listWorkspaceRows } from './management.queries.ts';
import { change, presentManaged } from './management.service.ts';

export function managementRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(contract.listWorkspaces, async ({ actor, query: { limit, cursor, q, state }, work }) => {
    const { rows, total, nextCursor } = await paginate(keyring, {
      limit,
      cursor,
      viewer: actor,
      binding: ['workspaces', q ?? '', state],
      fetch: (slice) => listWorkspaceRows(work.db, { q, state, now: work.now, ...slice }),
      count: () => countWorkspaces(work.db, { q, state }),
      positionOf: (row) => [row.sort_name, row.id],
    });
    const publicId = await findPublicWorkspaceId(work.db);
    return { workspaces: rows.map((row) => presentManaged(row, publicId)), total, nextCursor };
  });

  routes.add(contract.changeWorkspace, async ({ params, body, work }) => ({
    workspace: await change(work, params.id, body),
  }));
}
