import * as z from 'zod/mini';
import { id, idParams, isStorable, page, paging, timestamp } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { fileName, ticket } from './files.ts';
import { recordType, recordTypes } from './records.ts';

export const importStatuses = [
  'uploaded',
  'queued',
  'running',
  'done',
  'failed',
  'canceled',
  'undoing',
  'undone',
] as const;
export const importModes = ['create', 'update', 'both'] as const;
/**
 * Which fields of an existing record a row may update: all fields for which the row has a value, or only empty ones.
 */
export const importOverwrites = ['all', 'empty'] as const;
export const importEncodings = ['UTF-8', 'UTF-16 LE', 'UTF-16 BE', 'Windows-1252'] as const;
export const importDelimiters = [',', ';', '\t', '|'] as const;

/** Why a row is skipped. */
export const importProblemKinds = [
  'invalid',
  'no_name',
  'deactivated',
  'duplicate',
  'exists',
  'in_trash',
  'ambiguous',
  'unknown',
  'broken',
] as const;
export type ImportProblemKind = (typeof importProblemKinds)[number];

/** The statuses that may follow each status. The service enforces them, and the screen hides other moves. */
export const importTransitions: Record<
  (typeof importStatuses)[number],
  readonly (typeof importStatuses)[number][]
> = {
  uploaded: ['queued', 'canceled'],
  queued: ['running', 'canceled', 'failed'],
  running: ['done', 'failed', 'canceled'],
  done: ['undoing'],
  failed: ['queued', 'undoing'],
  canceled: ['queued', 'undoing'],
  undoing: ['undone'],
  undone: ['undoing'],
};

const columnIndex = z.string().check(z.regex(/^\d{1,5}$/));

/** What an undo did with the rows of an import: it deletes created records and restores updated ones. */
export function getUndoResult({
  created,
  updated,
}: {
  created: number;
  updated: number;
}): 'removed' | 'restored' | 'reverted' {
  if (updated === 0) return 'removed';
  return created === 0 ? 'restored' : 'reverted';
}

/** Maps a column index (as text) to the key of a field from `importDetail.fields`. */
export const importMapping = z.record(columnIndex, z.string().check(z.regex(/^[\w.-]{1,60}$/)));
export type ImportMapping = z.infer<typeof importMapping>;

const counts = {
  rows: z.int(),
  /** Only if the record type distinguishes them; otherwise 0. */
  individuals: z.int(),
  organizations: z.int(),
  created: z.int(),
  updated: z.int(),
  rejected: z.int(),
};

export const importRun = z.object({
  id,
  recordType: z.enum(recordTypes),
  fileName: z.string(),
  format: z.enum(['csv', 'xlsx']),
  status: z.enum(importStatuses),
  statusDetail: z.nullable(z.string()),
  sizeBytes: z.int(),
  encoding: z.string(),
  delimiter: z.string(),
  columns: z.array(z.string()),
  mapping: importMapping,
  /** Whether the mapping was taken from an earlier file with the same header. */
  isMappingRemembered: z.boolean(),
  mode: z.enum(importModes),
  overwrite: z.enum(importOverwrites),
  /** Whether names and addresses in all caps are rewritten; on by default for files in all caps. */
  fixCapitalization: z.boolean(),
  /** `undone` and `kept` are the numbers of rows that an undo reverted, and that it kept because of later changes. */
  counts: z.object({ ...counts, undone: z.int(), kept: z.int() }),
  /** Share of the file read, or of the rows undone, 0–1. */
  progress: z.number(),
  /** Whether the viewer may undo the import now. */
  canUndo: z.boolean(),
  createdBy: z.object({ id, displayName: z.string() }),
  createdAt: timestamp,
  finishedAt: z.nullable(timestamp),
});
export type ImportRun = z.infer<typeof importRun>;

/** A trial run over the whole file, with the result of starting now. */
export const importCheck = z.object({
  isComplete: z.boolean(),
  /** Why the file could not be checked. */
  failure: z.nullable(z.string()),
  /** Share of the file read, 0–1. */
  progress: z.number(),
  counts: z.object(counts),
  /** How many of the new records exceed the limit of the workspace's plan. */
  overQuota: z.int(),
});
export type ImportCheck = z.infer<typeof importCheck>;

export const importDetail = z.extend(importRun, {
  /** Every field that a column can be mapped to, with custom fields last. */
  fields: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      /** How texts in all caps are rewritten; null if they are not. */
      capitalization: z.nullable(z.enum(['name', 'address'])),
      /** Whether the values of several columns are joined; otherwise the first that is not empty is used. */
      isJoined: z.boolean(),
    }),
  ),
  /** The fields of which at least one must be mapped. */
  nameFields: z.array(z.string()),
  /** Up to three different values of each column of the file. */
  samples: z.array(z.array(z.string())),
  /** The sheets of a workbook that have rows; empty for a CSV file. */
  sheets: z.array(z.object({ name: z.string(), rows: z.int() })),
  /** Index in `sheets`. */
  sheet: z.int(),
  /** Null until a name field is mapped. */
  check: z.nullable(importCheck),
});
export type ImportDetail = z.infer<typeof importDetail>;

/** A row with errors. Cells are keyed by column index; only mapped columns are included. */
export const importProblemRow = z.object({
  row: z.int(),
  name: z.nullable(z.string()),
  cells: z.record(z.string(), z.string()),
  editedColumns: z.array(z.string()),
  isSkipped: z.boolean(),
  problems: z.array(
    z.object({
      /** Column index, or null for the row as a whole. */
      column: z.nullable(z.string()),
      kind: z.enum(importProblemKinds),
      message: z.string(),
      /** How many rows have the same bad value in this column, including this one; counted up to 1,000. */
      equal: z.int(),
    }),
  ),
});
export type ImportProblemRow = z.infer<typeof importProblemRow>;
export const importProblemGroup = z.object({
  column: z.nullable(z.string()),
  kind: z.enum(importProblemKinds),
  count: z.int(),
});
export type ImportProblemGroup = z.infer<typeof importProblemGroup>;

export const importPreviewRow = z.object({
  row: z.int(),
  outcome: z.enum(['create', 'update', 'reject']),
  reason: z.nullable(z.string()),
  values: z.record(z.string(), z.string()),
});
export const importRejection = z.object({ row: z.int(), reason: z.string(), name: z.nullable(z.string()) });

/** A row that an undo did not revert. */
export const importUnrevertedRow = z.object({
  row: z.int(),
  recordId: id,
  name: z.nullable(z.string()),
  reason: z.string(),
});

const one = z.object({ import: importDetail });
/** The area depends on the record type, so the service checks it. */
const access = member('STAFF');
const plan = z.strictObject({
  mapping: importMapping,
  mode: z._default(z.enum(importModes), 'both'),
  overwrite: z._default(z.enum(importOverwrites), 'all'),
  /** Omitted settings do not change. */
  fixCapitalization: z.optional(z.boolean()),
});
const rowNumber = z.int().check(z.minimum(2));
const fixed = z.object({
  /** The requested row, in its current state. */
  row: importProblemRow,
  /** How many rows were changed. */
  changedRows: z.int(),
  /** If there are more rows with the same value than one request can fix, one of them, for the next request. */
  nextRow: z.nullable(z.int()),
});

export const createImport = defineEndpoint({
  method: 'POST',
  path: '/imports',
  summary: 'Upload a CSV file or an Excel workbook',
  access,
  transfer: 'upload',
  status: 201,
  query: z.strictObject({ name: fileName, recordType }),
  response: one,
});
export const listImports = defineEndpoint({
  method: 'GET',
  path: '/imports',
  summary: 'List imports of a record type, newest first',
  access,
  status: 200,
  query: z.strictObject({ recordType, ...paging }),
  response: z.object({ imports: z.array(importRun), ...page }),
});
export const getImport = defineEndpoint({
  method: 'GET',
  path: '/imports/{id}',
  summary: 'Get an import with its progress',
  access,
  status: 200,
  params: idParams,
  response: one,
});
export const updateImport = defineEndpoint({
  method: 'PATCH',
  path: '/imports/{id}',
  summary: 'Change the mapping and the options; the file is checked again',
  access,
  status: 200,
  params: idParams,
  body: plan,
  response: one,
});
export const rereadImport = defineEndpoint({
  method: 'PATCH',
  path: '/imports/{id}/reading',
  summary: 'Read the file with another encoding, delimiter, or sheet; fixed cells are dropped',
  access,
  status: 200,
  params: idParams,
  body: z.strictObject({
    encoding: z.optional(z.enum(importEncodings)),
    delimiter: z.optional(z.enum(importDelimiters)),
    sheet: z.optional(z.int().check(z.nonnegative(), z.maximum(1_000))),
  }),
  response: one,
});
export const listImportProblems = defineEndpoint({
  method: 'GET',
  path: '/imports/{id}/problems',
  summary: 'List rows with errors, or those fixed and skipped, in the order of the file',
  access,
  status: 200,
  params: idParams,
  query: z.strictObject({
    state: z._default(z.enum(['open', 'fixed']), 'open'),
    column: z.optional(columnIndex),
    kind: z.optional(z.enum(importProblemKinds)),
    ...paging,
  }),
  response: z.object({ rows: z.array(importProblemRow), ...page }),
});
export const listImportProblemGroups = defineEndpoint({
  method: 'GET',
  path: '/imports/{id}/problem-groups',
  summary: 'How many rows have each kind of problem, by column',
  access,
  status: 200,
  params: idParams,
  response: z.object({ groups: z.array(importProblemGroup), open: z.int(), fixed: z.int() }),
});
export const editImportCell = defineEndpoint({
  method: 'POST',
  path: '/imports/{id}/edits',
  summary: 'Fix a cell, or up to 5,000 bad cells of the column with the same value',
  access,
  status: 200,
  params: idParams,
  body: z.strictObject({
    row: rowNumber,
    column: columnIndex,
    value: z
      .string()
      .check(z.maxLength(2_000), z.refine(isStorable, 'Contains characters that cannot be stored')),
    isForAllEqual: z._default(z.boolean(), false),
  }),
  response: fixed,
});
export const skipImportRows = defineEndpoint({
  method: 'POST',
  path: '/imports/{id}/skips',
  summary: 'Skip a row, or up to 5,000 rows with one kind of problem in a column',
  access,
  status: 200,
  params: idParams,
  body: z.union([
    z.strictObject({ row: rowNumber }),
    z.strictObject({ column: z.nullable(columnIndex), kind: z.enum(importProblemKinds) }),
  ]),
  response: z.object({
    changedRows: z.int(),
    /** Whether repeating the request would skip more rows. */
    isMore: z.boolean(),
  }),
});
export const restoreImportRow = defineEndpoint({
  method: 'DELETE',
  path: '/imports/{id}/edits/{row}',
  summary: 'Reset a fixed or skipped row to the file',
  access,
  status: 200,
  params: z.strictObject({ id, row: z.coerce.number().check(z.int(), z.minimum(2)) }),
  response: z.object({ changedRows: z.int() }),
});
export const previewImport = defineEndpoint({
  method: 'POST',
  path: '/imports/{id}/preview',
  summary: 'Get the result of the first 100 rows with this mapping',
  access,
  status: 200,
  params: idParams,
  body: plan,
  response: z.object({ rows: z.array(importPreviewRow) }),
});
export const startImport = defineEndpoint({
  method: 'POST',
  path: '/imports/{id}/start',
  summary: 'Run the import in the background',
  access,
  status: 202,
  params: idParams,
  body: plan,
  response: one,
});
export const cancelImport = defineEndpoint({
  method: 'POST',
  path: '/imports/{id}/cancel',
  summary: 'Stop an import; imported rows stay',
  access,
  status: 200,
  params: idParams,
  response: one,
});
export const listImportRejections = defineEndpoint({
  method: 'GET',
  path: '/imports/{id}/rejections',
  summary: 'List skipped rows with their reasons',
  access,
  status: 200,
  params: idParams,
  query: z.strictObject(paging),
  response: z.object({ rejections: z.array(importRejection), ...page }),
});
export const downloadImportRejections = defineEndpoint({
  method: 'POST',
  path: '/imports/{id}/rejections-ticket',
  summary: 'Get a download ticket for the skipped rows as CSV, reasons first',
  access,
  status: 201,
  params: idParams,
  response: z.object({ ticket }),
});
export const undoImport = defineEndpoint({
  method: 'POST',
  path: '/imports/{id}/undo',
  summary: 'Undo an import: created records are deleted, updated ones restored',
  access,
  status: 202,
  params: idParams,
  response: one,
});
export const listUnrevertedRows = defineEndpoint({
  method: 'GET',
  path: '/imports/{id}/kept',
  summary: 'List rows that an undo kept, with their reasons',
  access,
  status: 200,
  params: idParams,
  query: z.strictObject(paging),
  response: z.object({ rows: z.array(importUnrevertedRow), ...page }),
});
