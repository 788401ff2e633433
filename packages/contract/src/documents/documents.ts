import * as z from 'zod/mini';
import type { AttestationVersion } from '@handover/domain/phi/attestation.ts';
import {
  downloadTicket,
  id,
  idParams,
  line,
  paging,
  recordPage,
  recordTotal,
  timestamp,
  totalQuery,
  version,
  recordTagIds,
  tag,
} from '../http/common.ts';
import {
  documentAudiences,
  documentFilters,
  documentKinds,
  documentSelection,
  documentSort,
} from './document-list.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { fileState } from '../records/files.ts';
import { recordTypes } from '../records/records.ts';

const person = z.object({ id, displayName: z.string() });

/** Why a document cannot be removed. */
export const documentLegalHold = z.object({
  id,
  reason: z.string(),
  placedBy: person,
  placedAt: timestamp,
  /** Whether the hold covers everything of a business. */
  isOnBusiness: z.boolean(),
});
export type DocumentLegalHold = z.infer<typeof documentLegalHold>;

export const document = z.object({
  id,
  name: z.string(),
  /** Detected from the content. */
  contentType: z.string(),
  kind: z.enum(documentKinds),
  sizeBytes: z.int(),
  ...fileState,
  /** Whether the reader gets only watermarked pages and PDFs; absent for readers who get the original. */
  isMarked: z.optional(z.boolean()),
  /** Whether the document is in a data room; for staff. */
  isInRoom: z.optional(z.boolean()),
  /**
   * Whether the document is in a data room but cannot be opened by buyers, because it cannot be watermarked; for staff.
   */
  isClosedToBuyers: z.optional(z.boolean()),
  /** Whether the document was sent for a data room request and rejected; absent otherwise. */
  isRejected: z.optional(z.boolean()),
  /** Whether its content was confirmed to contain no patient information; for staff. */
  isAttested: z.optional(z.boolean()),
  /** The number of the current version, starting at 1. */
  number: z.int(),
  audience: z.enum(documentAudiences),
  /** The active legal holds, the oldest first; for staff. */
  legalHolds: z.array(documentLegalHold),
  /** Sorted by name; for staff. */
  tags: z.array(tag),
  /** For staff. */
  folder: z.nullable(z.object({ id, name: z.string() })),
  /** The records it concerns, limited to those that the caller may open; for staff. */
  records: z.array(
    z.object({
      type: z.enum(recordTypes),
      id,
      name: z.string(),
      /** The business of the data room that the document is in, from which it cannot be removed. */
      isOfRoom: z.optional(z.boolean()),
    }),
  ),
  /** For clients, null unless it is someone of the team or themselves. */
  createdBy: z.nullable(person),
  createdAt: timestamp,
  /** When its content, name, or place last changed. */
  updatedAt: timestamp,
  /** When it last became new to buyers, because its content changed or more buyers could open it. */
  availableAt: timestamp,
  deletedAt: z.nullable(timestamp),
  version,
  abilities: z.object({ canUpdate: z.boolean(), canDelete: z.boolean(), canPlaceLegalHold: z.boolean() }),
});
export type Document = z.infer<typeof document>;

/** The version of the wording for confirming that files contain no patient information. */
export const attestationVersion = z.enum(['1'] satisfies AttestationVersion[]);
/** Required for content added to a data room, unless it was already confirmed. */
const attestation = z.optional(attestationVersion);

/** A document's content before and after it was replaced. */
export const documentVersion = z.object({
  number: z.int(),
  contentType: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  addedBy: person,
  addedAt: timestamp,
  /** The confirmation for a file added to a data room. */
  attestation: z.nullable(
    z.object({ version: attestationVersion, wording: z.string(), by: person, at: timestamp }),
  ),
});
export type DocumentVersion = z.infer<typeof documentVersion>;

const record = { recordType: z.enum(recordTypes), recordId: id };
/** Names longer than the limit are accepted and shortened, so that no file is rejected for its name. */
export const uploadName = z.string().check(z.minLength(1), z.maxLength(1000));
const one = z.object({ document });
const [read, write] = [member('CLIENT', 'documents'), member('STAFF', 'documents')];

const recordPair = { recordType: z.optional(record.recordType), recordId: z.optional(id) };
const pairRule = {
  message: 'Name the type and the id of a record, or neither',
  path: ['recordId'],
};

export const listDocumentsQuery = z
  .strictObject({ ...documentFilters, ...recordPair, sort: z.optional(documentSort), ...paging })
  .check(
    z.refine(({ recordType, recordId }) => (recordType === undefined) === (recordId === undefined), pairRule),
  );

export const listDocuments = defineEndpoint({
  method: 'GET',
  path: '/documents',
  summary: 'Files that match, of one record or of all that the caller may read; newest first',
  access: read,
  status: 200,
  query: listDocumentsQuery,
  response: z.object({ documents: z.array(document), similar: z.array(document), ...recordPage }),
});
export const countDocuments = defineEndpoint({
  method: 'GET',
  path: '/documents/total',
  summary: 'Count the files that match: exactly, or up to 10,000 unless `exact` is set',
  access: read,
  status: 200,
  query: z.strictObject({ ...documentFilters, ...totalQuery }),
  response: recordTotal,
});
export const exportDocuments = defineEndpoint({
  method: 'POST',
  path: '/documents/export',
  summary: 'Get a download ticket for the CSV index of all files that match, or of selected ones',
  access: write,
  status: 201,
  body: z.strictObject({ ...documentSelection, sort: z._default(documentSort, '-createdAt') }),
  response: downloadTicket,
});
/** The maximum number of files in one archive. */
export const maxArchiveFiles = 1_000;
export const archiveDocuments = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/documents/archive',
  summary: `A download ticket for a ZIP of all files that match, or of selected ones, up to ${String(maxArchiveFiles)}`,
  access: write,
  status: 201,
  body: z.strictObject(documentSelection),
  response: downloadTicket,
});
export const getDocument = defineEndpoint({
  method: 'GET',
  path: '/documents/{id}',
  summary: 'Get a file with its versions, newest first',
  access: write,
  status: 200,
  params: idParams,
  response: z.object({ document, versions: z.array(documentVersion) }),
});
export const createDocument = defineEndpoint({
  method: 'POST',
  path: '/documents',
  summary: 'Upload a file to a record, a folder, or both',
  access: write,
  transfer: 'upload',
  status: 201,
  query: z
    .strictObject({ ...recordPair, folderId: z.optional(id), name: uploadName, attestation })
    .check(
      z.refine(
        ({ recordType, recordId }) => (recordType === undefined) === (recordId === undefined),
        pairRule,
      ),
    ),
  response: one,
});
export const createDocumentVersion = defineEndpoint({
  method: 'POST',
  path: '/documents/{id}/versions',
  summary: 'Upload a new version of a file; earlier versions are kept',
  access: write,
  transfer: 'upload',
  status: 201,
  params: idParams,
  query: z.strictObject({ attestation }),
  response: one,
});
export const restoreDocumentVersion = defineEndpoint({
  method: 'POST',
  path: '/documents/{id}/versions/{number}/restore',
  summary: 'Make an earlier version of a file the newest; the versions in between are kept',
  access: write,
  status: 201,
  params: z.strictObject({ id, number: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) }),
  query: z.strictObject({ attestation }),
  response: one,
});
export const saveFile = defineEndpoint({
  method: 'POST',
  path: '/files/{id}/document',
  summary: 'Save an email attachment to the files of a record',
  access: write,
  status: 201,
  params: idParams,
  body: z.strictObject(record),
  response: one,
});
export const updateDocument = defineEndpoint({
  method: 'PATCH',
  path: '/documents/{id}',
  summary:
    'Rename a file, share it with the client, tag it, or move it; `folderId: null` removes it from its folder',
  access: write,
  status: 200,
  params: idParams,
  body: z.strictObject({
    version,
    name: z.optional(line(200)),
    audience: z.optional(z.enum(documentAudiences)),
    folderId: z.optional(z.nullable(id)),
    tagIds: z.optional(recordTagIds),
    attestation,
  }),
  response: one,
});
export const linkDocument = defineEndpoint({
  method: 'POST',
  path: '/documents/{id}/records',
  summary: 'Add a file to a record as well',
  access: write,
  status: 200,
  params: idParams,
  body: z.strictObject(record),
  response: one,
});
export const unlinkDocument = defineEndpoint({
  method: 'POST',
  path: '/documents/{id}/records/remove',
  summary: 'Remove a file from a record; it stays in the library',
  access: write,
  status: 200,
  params: idParams,
  body: z.strictObject(record),
  response: one,
});
export const deleteDocument = defineEndpoint({
  method: 'DELETE',
  path: '/documents/{id}',
  summary: 'Delete a file; it can be restored',
  access: write,
  status: 204,
  params: idParams,
});
export const restoreDocument = defineEndpoint({
  method: 'POST',
  path: '/documents/{id}/restore',
  summary: 'Restore a deleted file',
  access: write,
  status: 200,
  params: idParams,
  query: z.strictObject({ attestation }),
  response: one,
});
export const openDocument = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/documents/{id}/ticket',
  summary:
    'Get a ticket to download a file, 5 minutes, bound to the session; `number` names an earlier version',
  access: read,
  status: 201,
  params: idParams,
  query: z.strictObject({ number: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }),
  response: downloadTicket,
});
