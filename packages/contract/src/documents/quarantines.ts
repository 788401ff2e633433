import * as z from 'zod/mini';
import { phiKinds } from '@handover/domain/phi/phi-kinds.ts';
import { id, idParams, multiline, page, paging, timestamp, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/** `kept`: reviewed, but still quarantined. `edited`: the author of the note has removed the findings. */
export const quarantineStates = ['waiting', 'kept', 'released', 'edited'] as const;
export type QuarantineState = (typeof quarantineStates)[number];

/** An email, note, or file that may contain patient information. No other response includes its content. */
export const quarantine = z.object({
  id,
  /** For an attachment, the ID of its email. */
  subject: z.object({ kind: z.enum(['message', 'note', 'document', 'attachment']), id }),
  /** The name of a file. */
  name: z.optional(z.string()),
  kinds: z.array(z.enum(phiKinds)),
  state: z.enum(quarantineStates),
  /** The sender of the email, the author of the note, or the person who added the file. */
  from: z.string(),
  /**
   * A record that it belongs to; null for an email from an unknown sender, and for a file that is only in the library.
   */
  record: z.nullable(z.object({ type: z.enum(['customer', 'business', 'deal']), id, name: z.string() })),
  createdAt: timestamp,
  /** Who released or kept it, and why. */
  decision: z.nullable(z.object({ by: z.string(), at: timestamp, reason: z.nullable(z.string()) })),
  version,
  abilities: z.object({ canOpen: z.boolean(), canRelease: z.boolean() }),
});
export type Quarantine = z.infer<typeof quarantine>;

export const quarantinedContent = z.object({
  /** Null for a note; the name of a file. */
  subject: z.nullable(z.string()),
  text: z.string(),
  /** Names of the files. */
  attachments: z.array(z.string()),
  /** The findings, with their digits and letters masked. */
  findings: z.array(
    z.object({
      kind: z.enum(phiKinds),
      part: z.enum(['subject', 'text', 'attachment', 'file']),
      /** For a file, "page 3" or "sheet 2, column B". For an attachment, its name. */
      place: z.optional(z.nullable(z.string())),
      excerpt: z.string(),
    }),
  ),
});
export type QuarantinedContent = z.infer<typeof quarantinedContent>;

const decisionBody = z.strictObject({ version, reason: multiline(1000) });
const one = z.object({ quarantine });
const access = member('STAFF');

export const listQuarantines = defineEndpoint({
  method: 'GET',
  path: '/quarantines',
  summary: 'List emails, notes, and files that may contain patient information, newest first',
  access,
  status: 200,
  query: z.strictObject({ state: z._default(z.enum(quarantineStates), 'waiting'), ...paging }),
  response: z.object({ quarantines: z.array(quarantine), ...page }),
});
export const openQuarantine = defineEndpoint({
  method: 'POST',
  path: '/quarantines/{id}/open',
  summary: 'Read a quarantined email, note, or file; recorded in the audit log first',
  access,
  status: 200,
  params: idParams,
  response: z.object({ quarantine, content: quarantinedContent }),
});
export const releaseQuarantine = defineEndpoint({
  method: 'POST',
  path: '/quarantines/{id}/release',
  summary: 'Release a quarantined email, note, or file to everyone with access to its record',
  access,
  status: 200,
  params: idParams,
  body: decisionBody,
  response: one,
});
export const keepQuarantine = defineEndpoint({
  method: 'POST',
  path: '/quarantines/{id}/keep',
  summary: 'Keep an email, note, or file in quarantine after a review',
  access,
  status: 200,
  params: idParams,
  body: decisionBody,
  response: one,
});
