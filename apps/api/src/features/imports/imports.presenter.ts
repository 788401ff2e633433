import { importMapping, type ImportMapping, type ImportRun } from '@handover/contract/imports.ts';
import { safeParse } from 'zod/mini';
import type { ImportRow } from './imports.queries.ts';

const encodingNames: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
};

/** An import as the screen shows it. */
export function presentImport(row: ImportRow): ImportRun {
  return {
    id: row.id,
    fileName: row.file_name,
    status: row.status,
    statusDetail: row.status_detail,
    sizeBytes: row.size_bytes,
    encoding: encodingNames[row.encoding] ?? row.encoding,
    delimiter: row.delimiter,
    columns: columnsOf(row),
    mapping: toMapping(row.mapping),
    isMappingRemembered: row.is_mapping_remembered,
    mode: row.mode,
    counts: {
      rows: row.row_count,
      individuals: row.individual_count,
      organizations: row.organization_count,
      created: row.created_count,
      updated: row.updated_count,
      rejected: row.rejected_count,
    },
    progress: progressOf(row),
    createdBy: { id: row.created_by, displayName: row.creator_name },
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

/** The headings of the file. */
export function columnsOf(row: Pick<ImportRow, 'columns'>): string[] {
  return Array.isArray(row.columns) ? row.columns.map(String) : [];
}

/** A stored mapping; one that an older version wrote otherwise counts as none. */
export function toMapping(stored: unknown): ImportMapping {
  const result = safeParse(importMapping, stored);
  return result.success ? result.data : {};
}

function progressOf(row: ImportRow): number {
  if (row.status === 'done') return 1;
  return row.row_count === 0 ? 0 : Math.min(1, row.bytes_read / Math.max(1, row.size_bytes));
}
