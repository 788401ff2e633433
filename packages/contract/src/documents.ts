import * as z from 'zod/mini';
import { id, idParams, line, page, paging, timestamp, version } from './common.ts';
import { defineEndpoint, member } from './endpoint.ts';
import { ticket } from './files.ts';
import { recordTypes } from './records.ts';

/** Who reads a document: staff only, or the client of its record too. */
export const documentAudiences = ['staff', 'client'] as const;

export const document = z.object({
  id,
  name: z.string(),
  /** Detected from the content. */
  contentType: z.string(),
  sizeBytes: z.int(),
  audience: z.enum(documentAudiences),
  createdBy: z.object({ id, displayName: z.string() }),
  createdAt: timestamp,
  version,
  abilities: z.object({ canUpdate: z.boolean(), canDelete: z.boolean() }),
});
export type Document = z.infer<typeof document>;

const record = { recordType: z.enum(recordTypes), recordId: id };
/** Longer names than are kept are accepted and shortened, so that no file is refused for its name. */
export const uploadName = z.string().check(z.minLength(1), z.maxLength(1000));
const one = z.object({ document });
const [read, write] = [member('CLIENT', 'documents'), member('STAFF', 'documents')];

export const listDocuments = defineEndpoint({
  method: 'GET',
  path: '/documents',
  summary: 'Files of a record, or all that the caller may read; newest first',
  access: read,
  status: 200,
  query: z
    .strictObject({ recordType: z.optional(record.recordType), recordId: z.optional(id), ...paging })
    .check(
      z.refine(({ recordType, recordId }) => (recordType === undefined) === (recordId === undefined), {
        message: 'Name the type and the id of a record, or neither',
        path: ['recordId'],
      }),
    ),
  response: z.object({ documents: z.array(document), ...page }),
});
export const createDocument = defineEndpoint({
  method: 'POST',
  path: '/documents',
  summary: 'Upload a file to a record',
  access: write,
  transfer: 'upload',
  status: 201,
  query: z.strictObject({ ...record, name: uploadName }),
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
  summary: 'Rename a file, or share it with the client',
  access: write,
  status: 200,
  params: idParams,
  body: z.strictObject({
    version,
    name: z.optional(line(200)),
    audience: z.optional(z.enum(documentAudiences)),
  }),
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
  response: one,
});
export const openDocument = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/documents/{id}/ticket',
  summary: 'A ticket to download a file, 5 minutes, bound to the session',
  access: read,
  status: 201,
  params: idParams,
  response: z.object({ ticket }),
});
