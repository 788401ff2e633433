import * as z from 'zod/mini';
import { phiKinds } from '@handover/domain/phi/phi-kinds.ts';
import { id, idParams, timestamp } from '../http/common.ts';
import { anyone, defineEndpoint, member } from '../http/endpoint.ts';

/**
 * Not scanned for malware yet, larger than the scanner accepts, infected, or quarantined because of patient
 * information.
 */
export const blockedStates = ['waiting', 'too-large', 'infected', 'quarantined'] as const;

/** Whether a file can be opened and was checked for patient information. */
export const fileState = {
  /** Why it cannot be opened; absent if it can. */
  blocked: z.optional(z.enum(blockedStates)),
  /**
   * Why a file with text was not scanned for patient information. For everyone: not scanned yet, or the scan took too
   * long; then only staff can open it. For staff also: its text cannot be read (a scanned image, a password, damage, or
   * size), or only part of it was read. Absent if it was scanned.
   */
  check: z.optional(z.enum(['waiting', 'unfinished', 'unreadable', 'partial'])),
  /**
   * The findings in a quarantined file, and where; for staff and the person who added it. Responses never contain the
   * found text.
   */
  found: z.optional(
    z.object({
      /** For staff. */
      quarantineId: z.optional(id),
      findings: z.array(z.object({ kind: z.enum(phiKinds), places: z.array(z.string()) })),
    }),
  ),
};
export type FileState = z.infer<z.ZodMiniObject<typeof fileState>>;

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
/** The maximum size of a document uploaded in chunks, by the plan of its workspace. */
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
  summary: 'Get a ticket to download a file, 5 minutes, bound to the session',
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
