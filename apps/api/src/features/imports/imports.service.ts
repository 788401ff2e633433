import { Readable } from 'node:stream';
import {
  importStatuses,
  importTransitions,
  type ImportMapping,
  type ImportRun,
} from '@handover/contract/imports.ts';
import type { FastifyRequest } from 'fastify';
import { AppError, invalidField } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { recordFile, storeBytes } from '../../platform/files/files.ts';
import { cleanFileName, openUpload } from '../../platform/files/upload.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Member } from '../../platform/session/actor.ts';
import type { Work, WorkRunner } from '../../platform/work.ts';
import { watchUtf8 } from './csv/encoding.ts';
import { headBytes, inspectFile, refuse, type FileShape } from './csv/file-shape.ts';
import { requireImport } from './imports.policy.ts';
import { columnsOf, presentImport, toMapping } from './imports.presenter.ts';
import {
  findImport,
  findRememberedMapping,
  insertImport,
  moveImport,
  rememberMapping,
  setPlan,
  type ImportMode,
  type ImportRow,
  type ImportStatus,
} from './imports.queries.ts';
import { guessMapping, headerHash } from './mapping/guess-mapping.ts';

/** The queue that imports run in. */
export const importQueue = 'imports.run';

const maxFileBytes = 4 * 1024 ** 3;

type Received = {
  readonly request: FastifyRequest;
  readonly name: string;
  readonly storage: Platform['storage'];
  readonly transact: WorkRunner['transact'];
};
type Plan = { readonly mapping: ImportMapping; readonly mode: ImportMode };

/**
 * Takes in a CSV file: its bytes into the store, its shape and a mapping into a record. Throws RULE_BROKEN
 * that says what is wrong with the file, TOO_LARGE, UNAVAILABLE.
 */
export async function createImport(
  actor: Member,
  { request, name, storage, transact }: Received,
): Promise<ImportRun> {
  const { head, bytes } = await openUpload(request, { headBytes, maxBytes: maxFileBytes });
  const isWhole = head.length < headBytes;
  const expected = inspectFile(head, { isWhole });
  const watched = watchUtf8(bytes);
  const stored = await storeBytes(storage, Readable.from(watched.bytes, { objectMode: false }), maxFileBytes);
  const shape = settleEncoding(expected, { isUtf8: watched.isUtf8(), head, isWhole });
  return transact(async (work) => {
    const { workspaceId, userId } = actor;
    const file = await recordFile(work, {
      workspaceId,
      stored,
      contentType: 'text/csv',
      name: cleanFileName(name),
      purpose: 'import',
      createdBy: userId,
    });
    const id = await insertNew(work, actor, { file, shape });
    await recordAudit(work.db, {
      workspaceId,
      actorId: userId,
      action: 'createImport',
      subjectId: id,
      detail: { sizeBytes: file.sizeBytes },
      ipAddress: request.ip,
      requestId: request.id,
      now: work.now,
    });
    work.publish({ workspaceId, noun: 'import', id });
    return getImport(work, actor, id);
  });
}

/** An import with its progress. Throws NOT_FOUND. */
export async function getImport(work: Work, actor: Member, importId: string): Promise<ImportRun> {
  return presentImport(await loadImport(work, actor, importId));
}

/** The row of an import that the member may see. Throws NOT_FOUND. */
export async function loadImport(work: Work, actor: Member, importId: string): Promise<ImportRow> {
  return requireImport(await findImport(work.db, actor, importId));
}

/**
 * Queues an import with its mapping, which is remembered for files with the same header. One that failed
 * or was canceled goes on behind the rows that are done. Throws NOT_FOUND, CONFLICT, INVALID_INPUT.
 */
export async function startImport(
  work: Work,
  actor: Member,
  { importId, mapping, mode }: Plan & { importId: string },
): Promise<ImportRun> {
  const row = await loadImport(work, actor, importId);
  checkPlan(row, { mapping, mode });
  const { workspaceId } = actor;
  await move(work, row, { to: 'queued', refusal: 'This import has been started already.' });
  await setPlan(work.db, { workspaceId, importId }, { mapping, mode });
  await rememberMapping(work.db, { workspaceId, headerHash: row.header_hash, mapping, now: work.now });
  await work.enqueue(importQueue, { workspaceId, importId });
  work.publish({ workspaceId, noun: 'import', id: importId });
  return getImport(work, actor, importId);
}

/** Stops an import before its next batch; rows that are done stay. Throws NOT_FOUND, CONFLICT. */
export async function cancelImport(work: Work, actor: Member, importId: string): Promise<ImportRun> {
  const row = await loadImport(work, actor, importId);
  await move(work, row, { to: 'canceled', refusal: 'This import has ended already.' });
  work.publish({ workspaceId: actor.workspaceId, noun: 'import', id: importId });
  return getImport(work, actor, importId);
}

/** Throws INVALID_INPUT for a plan that does not fit the file or cannot name a customer. */
export function checkPlan(row: ImportRow, { mapping, mode }: Plan): void {
  const width = columnsOf(row).length;
  const outside = Object.keys(mapping).find((index) => Number(index) >= width);
  if (outside !== undefined)
    throw invalidField(`mapping.${outside}`, `The file has ${String(width)} columns.`);
  const fields = new Set<string>(Object.values(mapping));
  const hasOneOf = (...names: string[]): boolean => names.some((name) => fields.has(name));
  if (!hasOneOf('name', 'firstName', 'lastName', 'organizationName', 'company', 'email'))
    throw invalidField(
      'mapping',
      'Choose the column that holds the name, the company or the e-mail address.',
    );
  if (mode === 'update' && !hasOneOf('email', 'npi', 'phone'))
    throw invalidField(
      'mapping',
      'To find the customers to update, choose the column of the e-mail address, the NPI or the phone number.',
    );
}

/** Only the whole file tells whether it is UTF-8; anything else without a mark is read as Windows-1252, which every byte fits. */
function settleEncoding(
  expected: FileShape,
  { isUtf8, head, isWhole }: { isUtf8: boolean; head: Buffer; isWhole: boolean },
): FileShape {
  if (expected.encoding !== 'utf-8' || isUtf8) return expected;
  if (expected.hasMark)
    throw refuse('This file is marked as UTF-8 but holds bytes that are not. Save it again as CSV (UTF-8).');
  return inspectFile(head, { isWhole, encoding: 'windows-1252' });
}

async function insertNew(
  work: Work,
  actor: Member,
  { file, shape }: { file: { id: string; name: string; sizeBytes: number }; shape: FileShape },
): Promise<string> {
  const id = newId();
  const hash = headerHash(shape.columns);
  const remembered = await findRememberedMapping(work.db, {
    workspaceId: actor.workspaceId,
    headerHash: hash,
  });
  await insertImport(work.db, {
    workspace_id: actor.workspaceId,
    id,
    file_id: file.id,
    file_name: file.name,
    status: 'uploaded',
    status_detail: null,
    encoding: shape.encoding,
    delimiter: shape.delimiter,
    columns: JSON.stringify(shape.columns),
    header_hash: hash,
    mapping: JSON.stringify(remembered === null ? guessMapping(shape.columns) : toMapping(remembered)),
    is_mapping_remembered: remembered !== null,
    size_bytes: file.sizeBytes,
    bytes_read: shape.firstRow.byte,
    line_number: shape.firstRow.line,
    created_by: actor.userId,
    created_at: work.now,
    finished_at: null,
  });
  return id;
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
