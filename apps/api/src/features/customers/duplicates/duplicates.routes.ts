import * as contract from '@handover/contract/records/merges.ts';
import { paginate } from '#lib/pagination.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { countChecks } from './checks.queries.ts';
import {
  dismissDuplicate,
  listCustomerDuplicates,
  undoDismissal,
  withParties,
} from './duplicates.service.ts';
import { countPairs, listPairRows } from './pairs.queries.ts';

export function duplicateRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(contract.listDuplicatePairs, async ({ actor, query, work }) => {
    const page = await paginate(keyring, {
      limit: query.limit,
      cursor: query.cursor,
      viewer: actor,
      binding: ['duplicates'],
      fetch: (slice) => listPairRows(work.db, actor, slice),
      count: () => countPairs(work.db, actor),
      positionOf: (row) => [row.score, row.low_id, row.high_id],
    });
    const found = page.rows.map((row) => ({
      oneId: row.low_id,
      otherId: row.high_id,
      reasons: row.reasons,
    }));
    return {
      duplicatePairs: await withParties(work.db, actor, found),
      pendingChecks: await countChecks(work.db, actor.workspaceId),
      total: page.total,
      nextCursor: page.nextCursor,
    };
  });
  routes.add(contract.listDuplicatesOf, async ({ actor, params, work }) => ({
    duplicatePairs: await listCustomerDuplicates(work, actor, params.id),
  }));
  routes.add(contract.dismissDuplicate, async ({ actor, params, body, work }) =>
    dismissDuplicate(work, actor, { customerId: params.id, otherId: body.otherId }),
  );
  routes.add(contract.recallDismissal, async ({ actor, params, work }) =>
    undoDismissal(work, actor, { customerId: params.id, otherId: params.otherId }),
  );
}
