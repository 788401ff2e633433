import * as z from 'zod/mini';
import { id, idParams, timestamp } from './common.ts';
import { anyone, defineEndpoint, member } from './endpoint.ts';

export const file = z.object({
  id,
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
});
export type StoredFile = z.infer<typeof file>;
export const ticket = z.object({ url: z.string(), expiresAt: timestamp });
export const fileName = z.string().check(z.minLength(1), z.maxLength(255));

/** One upload: an attachment to outgoing mail, or a document. */
export const attachmentMaxBytes = 25 * 1024 * 1024;
/** One document that is sent in chunks, in a workspace of each plan. */
export const maxUploadBytes = { Free: 2 * 1024 ** 3, Pro: 10 * 1024 ** 3 } as const;

export const uploadFile = defineEndpoint({
  method: 'POST',
  path: '/files',
  summary: 'Upload a file to attach',
  access: member('STAFF', 'users'),
  transfer: 'upload',
  status: 201,
  query: z.strictObject({ name: fileName }),
  response: z.object({ file }),
});
export const openFile = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/files/{id}/ticket',
  summary: 'A ticket to download a file, 5 minutes, bound to the session',
  access: member('CLIENT', 'users'),
  status: 201,
  params: idParams,
  response: z.object({ ticket }),
});
export const redeemTicket = defineEndpoint({
  method: 'GET',
  path: '/tickets/{ticket}',
  summary: 'Download the content of a ticket',
  access: anyone,
  transfer: 'stream',
  status: 200,
  params: z.strictObject({ ticket: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
});
