import * as contract from '@handover/contract/records/bulk.ts';
import { paginate } from '#lib/pagination.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { requireRecordArea } from '#platform/session/access.ts';
import { cancelRun, createRun, getRun, loadRun, presentRun, undoRun } from './bulk.service.ts';
import { listRows, type BulkRowRow } from './rows.queries.ts';
import { countRuns, listRunRows, type RunRow } from './runs.queries.ts';

type Parts = Pick<Platform, 'keyring' | 'records'>;

/** Actions on many records: start, progress, stop, undo. */
export function bulkRoutes(routes: Routes, { keyring, records }: Parts): void {
  routes.add(contract.createBulkRun, async ({ actor, body, work }) => ({
    bulkRun: await createRun(work, actor, { records, ...body }),
  }));
  routes.add(contract.getBulkRun, async ({ actor, params, work }) => ({
    bulkRun: await getRun(work, actor, { records, runId: params.id }),
  }));
  routes.add(contract.cancelBulkRun, async ({ actor, params, work }) => ({
    bulkRun: await cancelRun(work, actor, { records, runId: params.id }),
  }));
  routes.add(contract.undoBulkRun, async ({ actor, params, work }) => ({
    bulkRun: await undoRun(work, actor, { records, undoOf: params.id }),
  }));
  listRoutes(routes, { keyring, records });
}

function listRoutes(routes: Routes, { keyring, records }: Parts): void {
  routes.add(contract.listBulkRuns, async ({ actor, query, work }) => {
    const { recordType, limit, cursor } = query;
    requireRecordArea(actor, recordType);
    const { rows, ...page } = await paginate(keyring, {
      limit,
      cursor,
      viewer: actor,
      binding: ['bulk-runs', recordType, actor.role],
      fetch: (slice) => listRunRows(work.db, actor, { recordType, ...slice }),
      count: () => countRuns(work.db, actor, recordType),
      positionOf: (row) => [row.created_at.toISOString(), row.id],
    });
    return { bulkRuns: rows.map((row) => presentRun(actor, row, records)), ...page };
  });

  routes.add(contract.listBulkRows, async ({ actor, params, query, work }) => {
    const run = await loadRun(work, actor, params.id);
    const record = records.get(run.record_type);
    const { outcome, limit, cursor } = query;
    const { rows, ...page } = await paginate(keyring, {
      limit,
      cursor,
      viewer: actor,
      binding: ['bulk-rows', run.id, outcome],
      fetch: (slice) => listRows(work.db, actor, { record, runId: run.id, outcome, ...slice }),
      count: () => Promise.resolve(getCount(run, outcome)),
      positionOf: (row) => [row.record_id],
    });
    return { rows: rows.map(presentRow), ...page };
  });
}

function getCount(run: RunRow, outcome: contract.BulkRow['outcome'] | undefined): number {
  if (outcome === undefined) return run.done_count + run.skipped_count;
  return outcome === 'done' ? run.done_count : run.skipped_count;
}

function presentRow(row: BulkRowRow): contract.BulkRow {
  return {
    recordId: row.record_id,
    name: row.name,
    outcome: row.outcome,
    reason: row.reason ?? row.message_detail,
    messageStatus: row.message_status,
  };
}
