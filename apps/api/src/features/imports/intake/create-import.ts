import type { ImportDetail } from '@handover/contract/imports.ts';
import type { FastifyRequest } from 'fastify';
import { newId } from '#lib/ids.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { recordFile, type FileRecord } from '#platform/files/files.ts';
import { cleanFileName } from '#platform/files/upload.ts';
import type { WriteOnce } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { queueCheck } from '../checks/queue-check.ts';
import { insertImport } from '../imports.queries.ts';
import { getImport, namesCustomers } from '../imports.service.ts';
import { startingMapping } from '../mapping/starting-mapping.ts';
import { insertSheets, shapeColumns } from './intake.queries.ts';
import { receiveFile, type ReceivedFile, type StoredSheet } from './receive-file.ts';

type Upload = {
  readonly request: FastifyRequest;
  readonly name: string;
  readonly storage: Platform['storage'];
  readonly writeOnce: WriteOnce;
};

/**
 * Takes in a file: its bytes into the store, its shape and a mapping into a record, and has it checked.
 * Throws RULE_BROKEN that says what is wrong with the file, TOO_LARGE, UNAVAILABLE.
 */
export async function createImport(
  actor: Member,
  { request, name, storage, writeOnce }: Upload,
): Promise<ImportDetail> {
  const received = await receiveFile(request, { name, storage });
  const sha256 = received.sheets.map(({ stored }) => stored.sha256).join(' ');
  return writeOnce({ sha256 }, async (work) => {
    const { workspaceId, userId } = actor;
    const id = await insertReceived(work, actor, { received, name: cleanFileName(name) });
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
    return getImport(work, actor, id);
  });
}

async function insertReceived(
  work: Work,
  actor: Member,
  { received, name }: { received: ReceivedFile; name: string },
): Promise<string> {
  const { format, shape, sheets, isUtf8 } = received;
  const { workspaceId, userId } = actor;
  const files = await recordSheets(work, actor, { sheets, name });
  const id = newId();
  const start = await startingMapping(work.db, { workspaceId, columns: shape.columns });
  const { mapping } = start;
  await insertImport(work.db, {
    workspace_id: workspaceId,
    id,
    file_id: files[0]?.id ?? '',
    file_name: name,
    status: 'uploaded',
    status_detail: null,
    format,
    is_utf8: isUtf8,
    header_hash: start.headerHash,
    mapping: JSON.stringify(mapping),
    is_mapping_remembered: start.isRemembered,
    size_bytes: files[0]?.sizeBytes ?? 0,
    ...shapeColumns(shape),
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
  if (namesCustomers(mapping)) await queueCheck(work, key);
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
