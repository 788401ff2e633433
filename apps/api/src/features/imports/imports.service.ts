import { customIdOf } from '@handover/contract/custom-filter.ts';
import {
  importStatuses,
  importTransitions,
  type ImportDetail,
  type ImportMapping,
} from '@handover/contract/imports.ts';
import type { Db } from '#db/client.ts';
import { AppError, invalidField } from '#lib/errors.ts';
import { listActiveFields } from '#platform/records/custom-fields/custom-fields.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { estimateQuota } from '#platform/workspace-limits/quota.ts';
import { clearKeys, findCheck, type CheckRow } from './checks/checks.queries.ts';
import { queueCheck } from './checks/queue-check.ts';
import { hasChanges, isUndoer, requireImport } from './imports.policy.ts';
import { columnsOf, presentDetail } from './imports.presenter.ts';
import {
  findImport,
  moveImport,
  reopenKept,
  setPlan,
  type ImportPlan,
  type ImportRow,
  type ImportStatus,
} from './imports.queries.ts';
import { findSamples, listSheets } from './intake/intake.queries.ts';
import { rememberMapping } from './mapping/remembered.queries.ts';

/** The queues that imports, and their undoing, run in. */
export const importQueue = 'imports.run';
export const undoQueue = 'imports.undo';

/** An import with its progress. Throws NOT_FOUND. */
export async function getImport(work: Work, actor: Member, importId: string): Promise<ImportDetail> {
  const row = await loadImport(work, actor, importId);
  const key = { workspaceId: actor.workspaceId, importId };
  const check = (await findCheck(work.db, key)) ?? null;
  return presentDetail(row, actor, {
    samples: await findSamples(work.db, key),
    sheets: row.format === 'xlsx' ? await listSheets(work.db, key) : [],
    check,
    withoutRoom: await countOverQuota(work, { row, check, workspaceId: actor.workspaceId }),
  });
}

/** How many customers that starting now would create find no room. Nobody waits for it before the check is complete. */
async function countOverQuota(
  work: Work,
  { row, check, workspaceId }: { row: ImportRow; check: CheckRow | null; workspaceId: string },
): Promise<number> {
  if (check === null || !check.is_complete || row.status !== 'uploaded') return 0;
  const left = await estimateQuota(work, { workspaceId, kind: 'customers' });
  return Math.max(check.created_count - left, 0);
}

/** The row of an import that the member may see. Throws NOT_FOUND. */
export async function loadImport(work: Work, actor: Member, importId: string): Promise<ImportRow> {
  return requireImport(await findImport(work.db, actor, { importId }));
}

/**
 * The same, locked, for what can only be done before the import starts. The check of a file locks the import
 * before it writes what it found; who locked that first would wait for it, and it for them.
 * Throws NOT_FOUND, CONFLICT.
 */
export async function loadUnstarted(work: Work, actor: Member, importId: string): Promise<ImportRow> {
  const row = requireImport(await findImport(work.db, actor, { importId, isLocking: true }));
  if (row.status !== 'uploaded') throw new AppError('CONFLICT', 'This import has been started already.');
  return row;
}

/** Changes where the columns go and what is done, and has the file checked again. Throws NOT_FOUND, CONFLICT, INVALID_INPUT. */
export async function updateImport(
  work: Work,
  actor: Member,
  { importId, plan }: { importId: string; plan: ImportPlan },
): Promise<ImportDetail> {
  const row = await loadUnstarted(work, actor, importId);
  await checkPlan(work.db, row, plan);
  const key = { workspaceId: actor.workspaceId, importId };
  await setPlan(work.db, key, plan);
  await queueCheck(work, key);
  work.publish({ workspaceId: actor.workspaceId, noun: 'import', id: importId });
  return getImport(work, actor, importId);
}

/**
 * Queues an import with its mapping, which is remembered for files with the same header. One that failed
 * or was canceled goes on behind the rows that are done. Throws NOT_FOUND, CONFLICT, INVALID_INPUT.
 */
export async function startImport(
  work: Work,
  actor: Member,
  { importId, plan }: { importId: string; plan: ImportPlan },
): Promise<ImportDetail> {
  const row = await loadImport(work, actor, importId);
  await checkPlan(work.db, row, plan);
  const { workspaceId } = actor;
  const key = { workspaceId, importId };
  await move(work, row, { to: 'queued', refusal: 'This import has been started already.' });
  await setPlan(work.db, key, plan);
  await rememberMapping(work.db, {
    workspaceId,
    headerHash: row.header_hash,
    mapping: plan.mapping,
    now: work.now,
  });
  // What the check noted of the rows is not what the import has done.
  if (row.row_count === 0) await clearKeys(work.db, key);
  await work.enqueue(importQueue, key);
  work.publish({ workspaceId, noun: 'import', id: importId });
  return getImport(work, actor, importId);
}

/** Stops an import before its next batch; rows that are done stay. Throws NOT_FOUND, CONFLICT. */
export async function cancelImport(work: Work, actor: Member, importId: string): Promise<ImportDetail> {
  const row = await loadImport(work, actor, importId);
  await move(work, row, { to: 'canceled', refusal: 'This import has ended already.' });
  work.publish({ workspaceId: actor.workspaceId, noun: 'import', id: importId });
  return getImport(work, actor, importId);
}

/**
 * Queues the undoing of an import, for the administrators and whoever ran it. Throws NOT_FOUND, FORBIDDEN,
 * CONFLICT when it has changed nothing that is still to be taken back.
 */
export async function undoImport(work: Work, actor: Member, importId: string): Promise<ImportDetail> {
  const row = await loadImport(work, actor, importId);
  if (!isUndoer(actor, row))
    throw new AppError('FORBIDDEN', 'Only administrators and whoever ran an import can undo it.');
  if (!hasChanges(row)) throw new AppError('CONFLICT', 'Nothing of this import is left to be undone.');
  await move(work, row, { to: 'undoing', refusal: 'This import cannot be undone while it is under way.' });
  const key = { workspaceId: actor.workspaceId, importId };
  await reopenKept(work.db, key);
  await work.enqueue(undoQueue, key);
  work.publish({ workspaceId: actor.workspaceId, noun: 'import', id: importId });
  return getImport(work, actor, importId);
}

/** Throws INVALID_INPUT for a plan that does not fit the file or cannot name a customer. */
export async function checkPlan(
  db: Db,
  row: ImportRow,
  { mapping, mode }: Pick<ImportPlan, 'mapping' | 'mode'>,
): Promise<void> {
  const width = columnsOf(row).length;
  const outside = Object.keys(mapping).find((index) => Number(index) >= width);
  if (outside !== undefined)
    throw invalidField(`mapping.${outside}`, `The file has ${String(width)} columns.`);
  const fields = new Set<string>(Object.values(mapping));
  if (!namesCustomers(mapping))
    throw invalidField(
      'mapping',
      'Choose the column that holds the name, the company or the e-mail address.',
    );
  if (mode === 'update' && !['email', 'npi', 'phone'].some((name) => fields.has(name)))
    throw invalidField(
      'mapping',
      'To find the customers to update, choose the column of the e-mail address, the NPI or the phone number.',
    );
  await checkTargets(db, row.workspace_id, mapping);
}

/** A column can go to a field of the workspace's own that is there and takes values. */
async function checkTargets(db: Db, workspaceId: string, mapping: ImportMapping): Promise<void> {
  const wanted = Object.entries(mapping).flatMap(([index, target]) => {
    const fieldId = customIdOf(target);
    return fieldId === null ? [] : [{ index, fieldId }];
  });
  if (wanted.length === 0) return;
  const fields = await listActiveFields(db, { workspaceId, recordType: 'customer' });
  const lost = wanted.find(({ fieldId }) => !fields.some(({ id }) => id === fieldId));
  if (lost !== undefined)
    throw invalidField(`mapping.${lost.index}`, 'The field of this column is archived or deleted.');
}

/** Whether rows read with this mapping can be about somebody. */
export function namesCustomers(mapping: ImportMapping): boolean {
  const fields = new Set<string>(Object.values(mapping));
  return ['name', 'firstName', 'lastName', 'organizationName', 'company', 'email'].some((name) =>
    fields.has(name),
  );
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
