import * as z from 'zod/mini';
import { id, idParams, page, paging, timestamp } from './common.ts';
import { defineEndpoint, member } from './endpoint.ts';
import { fileName, ticket } from './files.ts';

export const importStatuses = ['uploaded', 'queued', 'running', 'done', 'failed', 'canceled'] as const;
export const importModes = ['create', 'update', 'both'] as const;

/** Customer fields that a column can be mapped to. */
export const importFields = [
  'name',
  'firstName',
  'lastName',
  'middleName',
  'namePrefix',
  'nameSuffix',
  'organizationName',
  'email',
  'phone',
  'company',
  'npi',
  'accountType',
  'planName',
  'joiningDate',
  'source',
  'title',
  'website',
  'addressLine1',
  'addressLine2',
  'city',
  'region',
  'postalCode',
  'country',
  'taxonomyCode',
  'tags',
  'deactivatedOn',
  'reactivatedOn',
] as const;
export type ImportField = (typeof importFields)[number];

/** Which status may follow which; the service enforces it and the screen hides other moves. */
export const importTransitions: Record<
  (typeof importStatuses)[number],
  readonly (typeof importStatuses)[number][]
> = {
  uploaded: ['queued', 'canceled'],
  queued: ['running', 'canceled', 'failed'],
  running: ['done', 'failed', 'canceled'],
  done: [],
  failed: ['queued'],
  canceled: ['queued'],
};

/** Column index (as text) → field. */
export const importMapping = z.record(z.string().check(z.regex(/^\d{1,5}$/)), z.enum(importFields));
export type ImportMapping = z.infer<typeof importMapping>;

export const importRun = z.object({
  id,
  fileName: z.string(),
  status: z.enum(importStatuses),
  statusDetail: z.nullable(z.string()),
  sizeBytes: z.int(),
  encoding: z.string(),
  delimiter: z.string(),
  columns: z.array(z.string()),
  mapping: importMapping,
  /** Whether the mapping was remembered from an earlier file with the same header. */
  isMappingRemembered: z.boolean(),
  mode: z.enum(importModes),
  counts: z.object({
    rows: z.int(),
    individuals: z.int(),
    organizations: z.int(),
    created: z.int(),
    updated: z.int(),
    rejected: z.int(),
  }),
  /** Share of the file read, 0–1. */
  progress: z.number(),
  createdBy: z.object({ id, displayName: z.string() }),
  createdAt: timestamp,
  finishedAt: z.nullable(timestamp),
});
export type ImportRun = z.infer<typeof importRun>;

export const importPreviewRow = z.object({
  row: z.int(),
  outcome: z.enum(['create', 'update', 'reject']),
  reason: z.nullable(z.string()),
  values: z.record(z.string(), z.string()),
});
export const importRejection = z.object({ row: z.int(), reason: z.string(), name: z.nullable(z.string()) });

const one = z.object({ import: importRun });
const access = member('STAFF', 'users');
const plan = z.strictObject({ mapping: importMapping, mode: z._default(z.enum(importModes), 'both') });

export const createImport = defineEndpoint({
  method: 'POST',
  path: '/imports',
  summary: 'Upload a CSV file of customers',
  access,
  transfer: 'upload',
  status: 201,
  query: z.strictObject({ name: fileName }),
  response: one,
});
export const listImports = defineEndpoint({
  method: 'GET',
  path: '/imports',
  summary: 'Imports, newest first',
  access,
  status: 200,
  query: z.strictObject(paging),
  response: z.object({ imports: z.array(importRun), ...page }),
});
export const getImport = defineEndpoint({
  method: 'GET',
  path: '/imports/{id}',
  summary: 'An import with its progress',
  access,
  status: 200,
  params: idParams,
  response: one,
});
export const previewImport = defineEndpoint({
  method: 'POST',
  path: '/imports/{id}/preview',
  summary: 'What the first 100 rows would become with this mapping',
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
  summary: 'Stop an import; rows done stay',
  access,
  status: 200,
  params: idParams,
  response: one,
});
export const listImportRejections = defineEndpoint({
  method: 'GET',
  path: '/imports/{id}/rejections',
  summary: 'Rows left out, with the reason of each',
  access,
  status: 200,
  params: idParams,
  query: z.strictObject(paging),
  response: z.object({ rejections: z.array(importRejection), ...page }),
});
export const downloadImportRejections = defineEndpoint({
  method: 'POST',
  path: '/imports/{id}/rejections-ticket',
  summary: 'A download ticket for the rows left out as CSV, reasons first',
  access,
  status: 201,
  params: idParams,
  response: z.object({ ticket }),
});
