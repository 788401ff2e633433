import {
  importStatuses,
  importTransitions,
  type ImportDetail,
  type importPreviewRow,
} from '@handover/contract/records/imports.ts';
import type * as z from 'zod/mini';
import { AppError, forbidden, notFound } from '#lib/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import { isRecordAreaOpen } from '#platform/session/access.ts';
import type { Work } from '#platform/work.ts';
import { estimateQuota } from '#platform/workspace-limits/quota.ts';
import { listActiveFields } from '../custom-fields/custom-fields.queries.ts';
import type { Records } from '../record.ts';
import { readBatches } from './file-batches.ts';
import type { Importable, ImportKey } from './import-spec.ts';
import { getImportable, hasChanges, isUndoer } from './imports.policy.ts';
import { presentDetail } from './imports.presenter.ts';
import {
  findImport,
  findSamples,
  listSheets,
  moveImport,
  rememberMapping,
  retryKeptChanges,
  setPlan,
  setStarter,
  type ImportPlan,
  type ImportRow,
  type ImportStatus,
} from './imports.queries.ts';
import { checkPlan } from './mapping/mapping.ts';
import { planBatch, formatReason } from './plan-batch.ts';
import { clearKeys, findCheck, renewCheck, type CheckRow } from './runs.queries.ts';

/** The queues of imports, of their undo, and of the checks of whole files. */
export const importQueue = 'imports.run';
export const undoQueue = 'imports.undo';
export const checkQueue = 'imports.check';

const previewRows = 100;

/** An import with the import spec of its record type. */
export type LoadedImport = { readonly row: ImportRow; readonly importable: Importable };

/** Dependencies of the import services. */
export type Actor = { readonly work: Work; readonly actor: Member; readonly records: Records };

/** An import with its progress. Throws NOT_FOUND. */
export async function getImport(by: Actor, importId: string): Promise<ImportDetail> {
  const { work, actor } = by;
  const { row, importable } = await loadImport(by, importId);
  const key = { workspaceId: actor.workspaceId, importId };
  const check = (await findCheck(work.db, key)) ?? null;
  return presentDetail(row, actor, {
    importable,
    customFields: await listActiveFields(work.db, { ...key, recordType: row.record_type }),
    samples: await findSamples(work.db, key),
    sheets: row.format === 'xlsx' ? await listSheets(work.db, key) : [],
    check,
    overQuota: await countOverQuota(work, { row, importable, check }),
  });
}

/** How many of the records that starting now would create exceed the limit; 0 until the check is complete. */
async function countOverQuota(
  work: Work,
  { row, importable, check }: LoadedImport & { check: CheckRow | null },
): Promise<number> {
  const { quota } = importable.spec;
  if (quota === null || check === null || !check.is_complete || row.status !== 'uploaded') return 0;
  const left = await estimateQuota(work, { workspaceId: row.workspace_id, quota });
  return Math.max(check.created_count - left, 0);
}

/** An import that the member may see. Throws NOT_FOUND, also if the area of its records is closed to them. */
export async function loadImport(
  { work, actor, records }: Actor,
  importId: string,
  { isLocking = false }: { isLocking?: boolean } = {},
): Promise<LoadedImport> {
  const row = await findImport(work.db, actor, { importId, isLocking });
  if (row === undefined) throw notFound('import');
  const importable = getImportable(records, row.record_type);
  if (!isRecordAreaOpen(actor, importable.type)) throw notFound('import');
  return { row, importable };
}

/**
 * The same, locked, for actions that are allowed only before the import starts. Locking the import first, as the check
 * of the file does, avoids a deadlock with it. Throws NOT_FOUND, CONFLICT.
 */
export async function loadUnstarted(by: Actor, importId: string): Promise<LoadedImport> {
  const loaded = await loadImport(by, importId, { isLocking: true });
  if (loaded.row.status !== 'uploaded') throw new AppError('CONFLICT', 'This import has already started.');
  return loaded;
}

/** Has the file checked again from its first row, which ends a check under way. `delayMs` joins changes in quick succession. */
export async function queueCheck(
  work: Work,
  key: ImportKey,
  { delayMs = 0 }: { delayMs?: number } = {},
): Promise<void> {
  const revision = await renewCheck(work.db, key);
  const startAfter = new Date(work.now.getTime() + delayMs);
  await work.enqueue(checkQueue, { ...key, revision }, delayMs === 0 ? {} : { startAfter });
}

type PlannedImport = { readonly importId: string; readonly plan: ImportPlan };

/** Changes the mapping and the options, and has the file checked again. Throws NOT_FOUND, CONFLICT, INVALID_INPUT. */
export async function updateImport(by: Actor, { importId, plan }: PlannedImport): Promise<ImportDetail> {
  const { work, actor } = by;
  await checkPlan(work.db, { ...(await loadUnstarted(by, importId)), plan });
  const key = { workspaceId: actor.workspaceId, importId };
  await setPlan(work.db, key, plan);
  await queueCheck(work, key);
  return publishAndReload(by, importId);
}

/**
 * Queues an import with its mapping, which is stored for files with the same header. A failed or canceled import
 * resumes after its last imported row. Throws NOT_FOUND, CONFLICT, INVALID_INPUT.
 */
export async function startImport(by: Actor, { importId, plan }: PlannedImport): Promise<ImportDetail> {
  const { work, actor } = by;
  const loaded = await loadImport(by, importId);
  const { row } = loaded;
  await checkPlan(work.db, { ...loaded, plan });
  const key = { workspaceId: actor.workspaceId, importId };
  await move(work, row, { to: 'queued', refusal: 'This import has already started.' });
  await setPlan(work.db, key, plan);
  await setStarter(work.db, key, actor.userId);
  await rememberMapping(work.db, {
    workspaceId: actor.workspaceId,
    recordType: row.record_type,
    headerHash: row.header_hash,
    mapping: plan.mapping,
    now: work.now,
  });
  // The claims found by the check may differ from those of imported rows.
  if (row.row_count === 0) await clearKeys(work.db, key);
  await work.enqueue(importQueue, key);
  return publishAndReload(by, importId);
}

/** Stops an import before its next batch; imported rows are kept. Throws NOT_FOUND, CONFLICT. */
export async function cancelImport(by: Actor, importId: string): Promise<ImportDetail> {
  const { row } = await loadImport(by, importId);
  await move(by.work, row, { to: 'canceled', refusal: 'This import has already ended.' });
  return publishAndReload(by, importId);
}

/**
 * Queues the undo of an import, for administrators and the member who uploaded or started it. Throws NOT_FOUND,
 * FORBIDDEN, and CONFLICT if nothing is left to undo.
 */
export async function undoImport(by: Actor, importId: string): Promise<ImportDetail> {
  const { work, actor } = by;
  const { row } = await loadImport(by, importId);
  if (!isUndoer(actor, row))
    throw forbidden('Only administrators and the person who ran the import can undo it.');
  if (!hasChanges(row)) throw new AppError('CONFLICT', 'This import has nothing left to undo.');
  await move(work, row, { to: 'undoing', refusal: 'An import cannot be undone while it is running.' });
  const key = { workspaceId: actor.workspaceId, importId };
  await retryKeptChanges(work.db, key);
  await work.enqueue(undoQueue, key);
  return publishAndReload(by, importId);
}

/** The result of the next 100 rows; nothing is written. Throws NOT_FOUND, INVALID_INPUT, UNAVAILABLE. */
export async function previewImport(
  by: Actor,
  { importId, plan, storage }: PlannedImport & Pick<Platform, 'storage'>,
): Promise<z.infer<typeof importPreviewRow>[]> {
  const { row, importable } = await loadImport(by, importId);
  await checkPlan(by.work.db, { row, importable, plan });
  for await (const records of readBatches(storage, row, { from: row, size: previewRows })) {
    const { plans } = await planBatch(by.work.db, {
      importable,
      actor: by.actor,
      row: { ...row, ...plan, fix_capitalization: plan.fixCapitalization ?? row.fix_capitalization },
      records,
      isLocking: false,
    });
    return plans.map((decided) => ({
      row: decided.row,
      outcome: decided.kind,
      reason: decided.kind === 'reject' ? formatReason(decided.faults) : null,
      values: decided.outcome.show(),
    }));
  }
  return [];
}

async function publishAndReload(by: Actor, importId: string): Promise<ImportDetail> {
  by.work.publish({ workspaceId: by.actor.workspaceId, noun: 'import', id: importId });
  return getImport(by, importId);
}

async function move(
  work: Work,
  row: ImportRow,
  { to, refusal }: { to: ImportStatus; refusal: string },
): Promise<void> {
  const from = importStatuses.filter((status) => importTransitions[status].includes(to));
  const finishedAt = to === 'canceled' ? work.now : null;
  const isMoved = await moveImport(
    work.db,
    { workspaceId: row.workspace_id, importId: row.id },
    { from, to, detail: null, finishedAt },
  );
  if (!isMoved) throw new AppError('CONFLICT', refusal);
}
