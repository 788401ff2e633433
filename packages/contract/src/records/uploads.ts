import * as z from 'zod/mini';
import { id, idParams, timestamp } from '../http/common.ts';
import { attestationVersion, uploadName } from '../documents/documents.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { recordTypes } from './records.ts';

const staff = member('STAFF', 'documents');

/** The maximum number of unfinished uploads per user. */
export const maxUnfinishedUploads = 500;
/** An unfinished upload is deleted after this long without a new chunk. */
export const uploadExpiryHours = 48;

/** A file uploaded in chunks; the last chunk creates the document. */
export const upload = z.object({
  id,
  name: z.string(),
  sizeBytes: z.int(),
  /** The number of bytes received. */
  offset: z.int(),
  /** The document that the upload created or added a version to. */
  documentId: z.nullable(id),
  expiresAt: timestamp,
});
export type UnfinishedUpload = z.infer<typeof upload>;

/**
 * The tus 1.0 protocol: creation, core, termination, and expiration. `Upload-Length` is the size; a HEAD request for an
 * upload returns its `Upload-Offset`.
 */
export const createUpload = defineEndpoint({
  method: 'POST',
  path: '/uploads',
  summary:
    'Start an upload in chunks (tus 1.0) to a record, a folder, or both, or as a new version of a document; the size is in `Upload-Length`',
  access: staff,
  transfer: 'upload',
  status: 201,
  query: z
    .strictObject({
      name: uploadName,
      folderId: z.optional(id),
      attestation: z.optional(attestationVersion),
      recordType: z.optional(z.enum(recordTypes)),
      recordId: z.optional(id),
      /** The document to add a version to, instead of the location for a new document. */
      documentId: z.optional(id),
    })
    .check(
      z.refine(({ recordType, recordId }) => (recordType === undefined) === (recordId === undefined), {
        message: 'Name the type and the id of a record, or neither',
        path: ['recordId'],
      }),
      z.refine(
        ({ documentId, recordId, folderId }) =>
          documentId === undefined || (recordId === undefined && folderId === undefined),
        { message: 'A new version stays where its document is', path: ['documentId'] },
      ),
    ),
  response: z.object({ upload }),
});
export const getUpload = defineEndpoint({
  method: 'GET',
  path: '/uploads/{id}',
  summary: 'How much of an upload has arrived, in `Upload-Offset` too',
  access: staff,
  status: 200,
  params: idParams,
  response: z.object({ upload }),
});
export const appendUpload = defineEndpoint({
  method: 'PATCH',
  path: '/uploads/{id}',
  summary:
    'The next chunk of an upload, beginning at `Upload-Offset`; the last one creates the document or version',
  access: staff,
  transfer: 'upload',
  status: 204,
  params: idParams,
  query: z.strictObject({}),
});
export const deleteUpload = defineEndpoint({
  method: 'DELETE',
  path: '/uploads/{id}',
  summary: 'Cancel an unfinished upload and delete its data',
  access: staff,
  status: 204,
  params: idParams,
});
