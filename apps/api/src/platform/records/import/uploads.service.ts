import type { ImportDetail, importEncodings } from '@handover/contract/records/imports.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import type { FastifyRequest } from 'fastify';
import type { Storage } from '#adapters/storage/storage.ts';
import { invalidField } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { recordFile, type FileRecord } from '#platform/files/files.ts';
import { cleanFileName } from '#platform/files/upload.ts';
import type { WriteOnce } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import type { Encoding } from '#lib/encoding.ts';
import { inspectFile, createUnreadableFileError, type FileShape } from './csv/file-shape.ts';
import type { Importable } from './import-spec.ts';
import { requireImportable } from './imports.policy.ts';
import {
  clearFindings,
  insertImport,
  insertSheets,
  listSheets,
  setReading,
  toShapeColumns,
  type ImportRow,
} from './imports.queries.ts';
import { getImport, loadUnstarted, queueCheck, type Actor } from './imports.service.ts';
import { isNamed, startMapping } from './mapping/mapping.ts';
import { inspectSheet, readHead, receiveFile, type ReceivedFile, type StoredSheet } from './receive-file.ts';

type Upload = {
  readonly request: FastifyRequest;
  readonly name: string;
  readonly recordType: RecordType;
  readonly platform: Pick<Platform, 'storage' | 'records'>;
  readonly writeOnce: WriteOnce;
};

/**
 * Stores an uploaded file with its shape and a first mapping, and has it checked. Throws INVALID_INPUT, FORBIDDEN,
 * RULE_BROKEN for a file that cannot be read, TOO_LARGE, UNAVAILABLE.
 */
export async function createImport(
  actor: Member,
  { request, name, recordType, platform, writeOnce }: Upload,
): Promise<ImportDetail> {
  const { storage, records } = platform;
  const importable = requireImportable(records, actor, recordType);
  const received = await receiveFile(request, { name, storage });
  const sha256 = received.sheets.map(({ stored }) => stored.sha256).join(' ');
  return writeOnce({ sha256: `${recordType} ${sha256}` }, async (work) => {
    const { workspaceId, userId } = actor;
    const id = await insertReceived(work, actor, { received, importable, name: cleanFileName(name) });
    await recordAudit(work.db, {
      workspaceId,
      actorId: userId,
      action: 'createImport',
      subjectId: id,
      detail: { sizeBytes: received.sheets[0]?.stored.sizeBytes ?? 0 },
      ipAddress: request.ip,
      requestId: request.id,
      now: work.now,
    });
    work.publish({ workspaceId, noun: 'import', id });
    return getImport({ work, actor, records }, id);
  });
}

async function insertReceived(
  work: Work,
  actor: Member,
  { received, importable, name }: { received: ReceivedFile; importable: Importable; name: string },
): Promise<string> {
  const { format, shape, sheets, isUtf8 } = received;
  const { workspaceId, userId } = actor;
  const files = await recordSheets(work, actor, { sheets, name });
  const id = newId();
  const start = await startMapping(work.db, { workspaceId, importable, shape });
  const { mapping } = start;
  await insertImport(work.db, {
    workspace_id: workspaceId,
    id,
    record_type: importable.type,
    file_id: files[0]?.id ?? '',
    file_name: name,
    status: 'uploaded',
    status_detail: null,
    format,
    is_utf8: isUtf8,
    header_hash: start.headerHash,
    mapping: JSON.stringify(mapping),
    is_mapping_remembered: start.isRemembered,
    fix_capitalization: start.fixCapitalization,
    size_bytes: files[0]?.sizeBytes ?? 0,
    ...toShapeColumns(shape),
    created_by: userId,
    created_at: work.now,
    finished_at: null,
  });
  const key = { workspaceId, importId: id };
  if (format === 'xlsx')
    await insertSheets(
      work.db,
      key,
      files.map((file, index) => ({
        name: sheets[index]?.name ?? '',
        rows: sheets[index]?.rows ?? 0,
        fileId: file.id,
      })),
    );
  if (isNamed(importable, mapping)) await queueCheck(work, key);
  return id;
}

async function recordSheets(
  work: Work,
  { workspaceId, userId }: Member,
  { sheets, name }: { sheets: readonly StoredSheet[]; name: string },
): Promise<FileRecord[]> {
  const files: FileRecord[] = [];
  for (const { stored } of sheets)
    files.push(
      await recordFile(work, {
        workspaceId,
        stored,
        contentType: 'text/csv',
        name,
        purpose: 'import',
        createdBy: userId,
      }),
    );
  return files;
}

type ParseOptions = {
  readonly encoding?: (typeof importEncodings)[number] | undefined;
  readonly delimiter?: string | undefined;
  readonly sheet?: number | undefined;
};

const encodingsByName: Record<(typeof importEncodings)[number], Encoding> = {
  'UTF-8': 'utf-8',
  'UTF-16 LE': 'utf-16le',
  'UTF-16 BE': 'utf-16be',
  'Windows-1252': 'windows-1252',
};

/**
 * Reads the file with another encoding, delimiter, or sheet, as if it were uploaded again: columns and mapping are
 * replaced, fixed cells are dropped. Throws NOT_FOUND, CONFLICT once the import has started, RULE_BROKEN for a reading
 * that the file does not allow, INVALID_INPUT, UNAVAILABLE.
 */
export async function rereadImport(
  by: Actor,
  { importId, reading, storage }: { importId: string; reading: ParseOptions; storage: Storage },
): Promise<ImportDetail> {
  const { row, importable } = await loadUnstarted(by, importId);
  const { work } = by;
  const { workspaceId } = by.actor;
  const key = { workspaceId, importId };
  const { file, shape } =
    row.format === 'xlsx'
      ? await readSheet(work, { row, sheet: reading.sheet, storage })
      : await readText({ row, reading, storage });
  const start = await startMapping(work.db, { workspaceId, importable, shape });
  const { mapping } = start;
  await clearFindings(work.db, key);
  await setReading(work.db, key, {
    shape,
    file,
    start,
  });
  if (isNamed(importable, mapping)) await queueCheck(work, key);
  work.publish({ workspaceId, noun: 'import', id: importId });
  return getImport(by, importId);
}

type Read = { readonly file: { readonly id: string; readonly sizeBytes: number }; readonly shape: FileShape };

async function readSheet(
  work: Work,
  { row, sheet = 0, storage }: { row: ImportRow; sheet: number | undefined; storage: Storage },
): Promise<Read> {
  const sheets = await listSheets(work.db, { workspaceId: row.workspace_id, importId: row.id });
  const chosen = sheets[sheet];
  if (chosen === undefined) throw invalidField('sheet', `The workbook has ${String(sheets.length)} sheets.`);
  const file = { id: chosen.file_id, sizeBytes: chosen.size_bytes };
  return {
    file,
    shape: inspectSheet(await readHead(storage, chosen, { sizeBytes: chosen.size_bytes })),
  };
}

async function readText({
  row,
  reading,
  storage,
}: {
  row: ImportRow;
  reading: ParseOptions;
  storage: Storage;
}): Promise<Read> {
  const { head, isWhole } = await readHead(storage, row, { sizeBytes: row.size_bytes });
  const encoding =
    reading.encoding === undefined ? toEncoding(row.encoding) : encodingsByName[reading.encoding];
  if (encoding === 'utf-8' && !row.is_utf8)
    throw createUnreadableFileError(
      'This file is not valid UTF-8. Choose another encoding, or save it again as CSV (UTF-8).',
    );
  const shape = inspectFile(head, { isWhole, encoding, delimiter: reading.delimiter });
  if (shape.encoding !== encoding)
    throw createUnreadableFileError('This file’s encoding is set by the file and cannot be changed.');
  return { file: { id: row.file_id, sizeBytes: row.size_bytes }, shape };
}

function toEncoding(stored: string): Encoding {
  return Object.values(encodingsByName).find((encoding) => encoding === stored) ?? 'utf-8';
}
