import type { importEncodings } from '@handover/contract/imports.ts';
import type { Storage } from '#adapters/storage/storage.ts';
import { invalidField } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { queueCheck } from '../checks/queue-check.ts';
import type { Encoding } from '../csv/encoding.ts';
import { refuse } from '../csv/file-kind.ts';
import { inspectFile, type FileShape } from '../csv/file-shape.ts';
import type { ImportRow } from '../imports.queries.ts';
import { loadUnstarted, namesCustomers } from '../imports.service.ts';
import { startingMapping } from '../mapping/starting-mapping.ts';
import { clearFindings, listSheets, setReading } from './intake.queries.ts';
import { inspectSheet, readHead } from './receive-file.ts';

type Reading = {
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
 * Reads the file with another encoding, delimiter or sheet, as if it were uploaded anew: columns and mapping
 * follow, cells mended before are dropped. Throws NOT_FOUND, CONFLICT once the import has started,
 * RULE_BROKEN for a reading that the file does not allow, INVALID_INPUT, UNAVAILABLE.
 */
export async function rereadImport(
  work: Work,
  actor: Member,
  { importId, reading, storage }: { importId: string; reading: Reading; storage: Storage },
): Promise<void> {
  const row = await loadUnstarted(work, actor, importId);
  const { workspaceId } = actor;
  const key = { workspaceId, importId };
  const { file, shape } =
    row.format === 'xlsx'
      ? await readSheet(work, { row, sheet: reading.sheet, storage })
      : await readText({ row, reading, storage });
  const { mapping, headerHash, isRemembered } = await startingMapping(work.db, {
    workspaceId,
    columns: shape.columns,
  });
  await clearFindings(work.db, key);
  await setReading(work.db, key, {
    shape,
    file,
    mapping,
    headerHash,
    isMappingRemembered: isRemembered,
  });
  if (namesCustomers(mapping)) await queueCheck(work, key);
  work.publish({ workspaceId, noun: 'import', id: importId });
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
    shape: inspectSheet(await readHead(storage, { sha256: chosen.sha256, sizeBytes: chosen.size_bytes })),
  };
}

async function readText({
  row,
  reading,
  storage,
}: {
  row: ImportRow;
  reading: Reading;
  storage: Storage;
}): Promise<Read> {
  const { head, isWhole } = await readHead(storage, { sha256: row.sha256, sizeBytes: row.size_bytes });
  const encoding =
    reading.encoding === undefined ? toEncoding(row.encoding) : encodingsByName[reading.encoding];
  if (encoding === 'utf-8' && !row.is_utf8) throw refuse('This file holds bytes that are not UTF-8.');
  const shape = inspectFile(head, { isWhole, encoding, delimiter: reading.delimiter });
  if (shape.encoding !== encoding)
    throw refuse('The file says its encoding itself, in its first bytes. It cannot be read with another.');
  return { file: { id: row.file_id, sizeBytes: row.size_bytes }, shape };
}

function toEncoding(stored: string): Encoding {
  return Object.values(encodingsByName).find((encoding) => encoding === stored) ?? 'utf-8';
}
