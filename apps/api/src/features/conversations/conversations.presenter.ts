import type { Message } from '@handover/contract/conversations.ts';
import { excerpt } from '#lib/text.ts';
import type { Member } from '#platform/session/actor.ts';
import type { AttachmentRow, MessageRow } from './conversations.queries.ts';

const snippetCharacters = 200;

/** A message as the contract shows it. Clients do not see hidden recipients, who pressed send, or what servers said. */
export function presentMessage(
  member: Member,
  row: MessageRow,
  attachments: readonly AttachmentRow[],
): Message {
  const isClient = member.scope === 'client';
  return {
    id: row.id,
    threadId: row.thread_id,
    direction: row.direction,
    status: row.status,
    statusDetail: isClient ? null : row.status_detail,
    subject: row.subject,
    from: { name: row.from_name, address: row.from_address },
    to: row.to_addresses,
    cc: row.cc_addresses,
    bcc: isClient ? [] : row.bcc_addresses,
    snippet: excerpt(row.text, snippetCharacters),
    text: row.text,
    hasHtml: row.has_html,
    hasRemoteImages: row.has_remote_images,
    attachments: presentAttachments(row.id, attachments),
    author:
      isClient || row.author_id === null || row.author_name === null
        ? null
        : { id: row.author_id, displayName: row.author_name },
    sentAt: row.sent_at?.toISOString() ?? null,
    scheduledAt: row.scheduled_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  };
}

/** The files of one message to download; pictures that stand in its HTML are left out. */
export function presentAttachments(
  messageId: string,
  files: readonly AttachmentRow[],
): Message['attachments'] {
  return files
    .filter((file) => file.message_id === messageId && file.content_id === null)
    .map(({ id, name, content_type: contentType, size_bytes: sizeBytes }) => ({
      id,
      name,
      contentType,
      sizeBytes,
    }));
}
