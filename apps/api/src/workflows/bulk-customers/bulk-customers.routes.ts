import * as contract from '@handover/contract/bulk.ts';
import type { BodyOf } from '@handover/contract/endpoint.ts';
import { invalidField } from '#lib/errors.ts';
import { requireRecordArea } from '#platform/records/record-area.ts';
import type { Member } from '#platform/session/actor.ts';
import { paginate } from '#lib/pagination.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { presentRow, presentRun } from './bulk-customers.presenter.ts';
import { cancelRun, createRun, getRun, loadRun, undoRun } from './bulk-customers.service.ts';
import { previewBulkEmail } from './preview-email.ts';
import { listRows } from './rows.queries.ts';
import { countRuns, listRunRows, type RunRow } from './runs.queries.ts';

/** Work on many customers at once: start, watch, stop, take back. */
export function bulkRoutes(routes: Routes, platform: Pick<Platform, 'keyring'>): void {
  runRoutes(routes);
  listRoutes(routes, platform);
}

function runRoutes(routes: Routes): void {
  routes.add(contract.createBulkRun, async ({ actor, body, work }) => ({
    bulkRun: await createRun(work, actor, customersOnly(actor, body)),
  }));
  routes.add(contract.previewBulkEmail, async ({ actor, body, work }) => ({
    previews: await previewBulkEmail(work, actor, body),
  }));
  routes.add(contract.getBulkRun, async ({ actor, params, work }) => ({
    bulkRun: await getRun(work, actor, params.id),
  }));
  routes.add(contract.cancelBulkRun, async ({ actor, params, work }) => ({
    bulkRun: await cancelRun(work, actor, params.id),
  }));
  routes.add(contract.undoBulkRun, async ({ actor, params, work }) => ({
    bulkRun: await undoRun(work, actor, params.id),
  }));
}

/** Throws INVALID_INPUT for record types that have no bulk actions yet. */
function customersOnly(actor: Member, body: BodyOf<typeof contract.createBulkRun>) {
  requireRecordArea(actor, body.recordType);
  if (body.recordType !== 'customer') throw invalidField('recordType', 'Not available yet');
  return body;
}

function listRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(contract.listBulkRuns, async ({ actor, query, work }) => {
    const { recordType } = query;
    requireRecordArea(actor, recordType);
    const page = await paginate(keyring, {
      limit: query.limit,
      cursor: query.cursor,
      binding: ['bulk-runs', recordType, actor.workspaceId, actor.role, actor.userId],
      fetch: (slice) => listRunRows(work.db, actor, { recordType, ...slice }),
      count: () => countRuns(work.db, actor, recordType),
      positionOf: (row) => [row.created_at.toISOString(), row.id],
    });
    return {
      bulkRuns: page.rows.map((row) => presentRun(actor, row)),
      total: page.total,
      nextCursor: page.nextCursor,
    };
  });

  routes.add(contract.listBulkRows, async ({ actor, params, query, work }) => {
    const run = await loadRun(work, actor, params.id);
    const { outcome } = query;
    const page = await paginate(keyring, {
      limit: query.limit,
      cursor: query.cursor,
      binding: ['bulk-rows', actor.workspaceId, run.id, outcome],
      fetch: ({ after, limit }) =>
        listRows(work.db, actor, {
          runId: run.id,
          outcome,
          after: after === null ? null : String(after[0]),
          limit,
        }),
      count: () => Promise.resolve(countOf(run, outcome)),
      positionOf: (row) => [row.record_id],
    });
    return { rows: page.rows.map(presentRow), total: page.total, nextCursor: page.nextCursor };
  });
}

function countOf(run: RunRow, outcome: 'done' | 'skipped' | undefined): number {
  if (outcome === undefined) return run.done_count + run.skipped_count;
  return outcome === 'done' ? run.done_count : run.skipped_count;
}
