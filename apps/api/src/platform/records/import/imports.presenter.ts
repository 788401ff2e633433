import {
  importMapping,
  type ImportCheck,
  type ImportDetail,
  type ImportMapping,
  type ImportRun,
} from '@handover/contract/records/imports.ts';
import type { CustomField } from '@handover/contract/records/custom-fields.ts';
import { toCustomKey } from '@handover/contract/records/custom-filter.ts';
import { safeParse } from 'zod/mini';
import type { Member } from '#platform/session/actor.ts';
import type { Importable } from './import-spec.ts';
import { canUndo } from './imports.policy.ts';
import type { ImportRow } from './imports.queries.ts';
import type { CheckRow } from './runs.queries.ts';

const encodingNames: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
};

/** An import as shown in lists. */
export function presentImport(row: ImportRow, viewer: Member): ImportRun {
  return {
    id: row.id,
    recordType: row.record_type,
    fileName: row.file_name,
    format: row.format,
    status: row.status,
    statusDetail: row.status_detail,
    sizeBytes: row.size_bytes,
    encoding: encodingNames[row.encoding] ?? row.encoding,
    delimiter: row.delimiter,
    columns: listHeadings(row),
    mapping: toMapping(row.mapping),
    isMappingRemembered: row.is_mapping_remembered,
    mode: row.mode,
    overwrite: row.overwrite,
    fixCapitalization: row.fix_capitalization,
    counts: { ...toCounts(row), undone: row.undone_count, kept: row.kept_count },
    progress: getProgress(row),
    canUndo: canUndo(viewer, row),
    createdBy: { id: row.created_by, displayName: row.creator_name },
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

type Details = {
  readonly importable: Importable;
  readonly customFields: readonly CustomField[];
  /** As stored. */
  readonly samples: unknown;
  readonly sheets: readonly { readonly name: string; readonly row_count: number; readonly file_id: string }[];
  readonly check: CheckRow | null;
  readonly overQuota: number;
};

/** An import as shown on its screen. */
export function presentDetail(
  row: ImportRow,
  viewer: Member,
  { importable: { spec }, customFields, samples, sheets, check, overQuota }: Details,
): ImportDetail {
  return {
    ...presentImport(row, viewer),
    fields: [
      ...spec.fields.map(({ key, label, capitalization = null, isJoined = false }) => ({
        key,
        label,
        capitalization,
        isJoined,
      })),
      ...customFields.map(({ id, name }) => ({
        key: toCustomKey(id),
        label: name,
        capitalization: null,
        isJoined: false,
      })),
    ],
    nameFields: [...spec.naming.fields],
    samples: toSamples(samples),
    sheets: sheets.map(({ name, row_count }) => ({ name, rows: row_count })),
    sheet: Math.max(
      0,
      sheets.findIndex(({ file_id }) => file_id === row.file_id),
    ),
    check: check === null ? null : { ...presentCheck(check, row.size_bytes), overQuota },
  };
}

function presentCheck(check: CheckRow, sizeBytes: number): Omit<ImportCheck, 'overQuota'> {
  return {
    isComplete: check.is_complete,
    failure: check.failure,
    progress: check.is_complete ? 1 : calculateShare(check.bytes_read, sizeBytes),
    counts: toCounts(check),
  };
}

function toCounts(
  row: Omit<CheckRow, 'revision' | 'is_complete' | 'failure' | 'bytes_read' | 'line_number'>,
) {
  return {
    rows: row.row_count,
    individuals: row.individual_count,
    organizations: row.organization_count,
    created: row.created_count,
    updated: row.updated_count,
    rejected: row.rejected_count,
  };
}

function toSamples(stored: unknown): string[][] {
  return Array.isArray(stored)
    ? stored.map((values: unknown) => (Array.isArray(values) ? values.map(String) : []))
    : [];
}

/** The headings of the file. */
export function listHeadings(row: Pick<ImportRow, 'columns'>): string[] {
  return Array.isArray(row.columns) ? row.columns.map(String) : [];
}

/** A stored mapping; null if an older version wrote it in another form. */
export function toMapping(stored: unknown): ImportMapping {
  const result = safeParse(importMapping, stored);
  return result.success ? result.data : {};
}

function getProgress(row: ImportRow): number {
  if (row.status === 'done' || row.status === 'undone') return 1;
  if (row.status === 'undoing')
    return calculateShare(row.undone_count + row.kept_count, row.created_count + row.updated_count);
  return row.row_count === 0 ? 0 : calculateShare(row.bytes_read, row.size_bytes);
}

function calculateShare(part: number, whole: number): number {
  return Math.min(1, part / Math.max(1, whole));
}
