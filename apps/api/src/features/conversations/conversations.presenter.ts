import {
  type Message,
  type MessageStatus,
  messageTransitions,
} from '@handover/contract/conversations/conversations.ts';
import type { Updateable } from 'kysely';
import { toExcerpt } from '#lib/text.ts';
import type { Member } from '#platform/session/actor.ts';
import type { MessagesTable } from '#db/schema/mail-and-imports.ts';
import { presentAttachmentState } from '#features/documents/documents.public.ts';
import { AppError } from '#lib/errors.ts';
import type { Work } from '#platform/work.ts';
import type { AttachmentRow, MessageRow } from './conversations.queries.ts';
import { updateMessage } from './messages.queries.ts';

const snippetCharacters = 200;

/**
 * A message in its API shape. Clients do not see Bcc recipients, the sending member, or mail server replies.
 */
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
    snippet: toExcerpt(row.text, snippetCharacters),
    text: row.text,
    hasHtml: row.has_html,
    hasRemoteImages: row.has_remote_images,
    senderCheck: isClient ? null : row.sender_check,
    senderWarning: isClient ? null : row.sender_warning,
    attachments: presentAttachments(member, row.id, attachments),
    author:
      isClient || row.author_id === null || row.author_name === null
        ? null
        : { id: row.author_id, displayName: row.author_name },
    sentAt: row.sent_at?.toISOString() ?? null,
    scheduledAt: row.scheduled_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    quarantineId: isClient ? null : row.quarantine_id,
    version: row.version,
  };
}

/** The downloadable files of one message, without images that its HTML shows inline. */
export function presentAttachments(
  { scope }: Pick<Member, 'scope'>,
  messageId: string,
  files: readonly AttachmentRow[],
): Message['attachments'] {
  return files
    .filter((file) => file.message_id === messageId && file.content_id === null)
    .map((file) => {
      const { id, name, content_type: contentType, size_bytes: sizeBytes } = file;
      const { check, ...state } = presentAttachmentState(file, { isClient: scope === 'client' });
      // Outgoing files are not checked.
      const isChecked = file.direction === 'inbound' && check !== undefined;
      return { id, name, contentType, sizeBytes, ...state, ...(isChecked && { check }) };
    });
}

type MessageVersion = {
  readonly workspaceId: string;
  readonly id: string;
  readonly status: MessageStatus;
  readonly version: number;
};

export type Move = {
  readonly to: MessageStatus;
  /** Limits the statuses to start from, if a person may do less than a job. */
  readonly from?: readonly MessageStatus[];
  readonly change?: Omit<Updateable<MessagesTable>, 'status' | 'sending_since' | 'version'>;
};

/**
 * Changes a message's status. Returns false if the message has changed since it was read. Throws RULE_BROKEN for a
 * transition that the contract does not allow.
 */
export async function moveMessage(
  { db, now }: Work,
  message: MessageVersion,
  { to, from, change = {} }: Move,
): Promise<boolean> {
  const isAllowed =
    messageTransitions[message.status].includes(to) && from?.includes(message.status) !== false;
  if (!isAllowed) throw new AppError('RULE_BROKEN', rejectionReasons[message.status]);
  return updateMessage(db, {
    workspaceId: message.workspaceId,
    messageId: message.id,
    version: message.version,
    change: { ...change, status: to, sending_since: to === 'sending' ? now : null },
  });
}

const rejectionReasons = {
  scheduled: 'This email is scheduled. Cancel it to stop it from being sent.',
  queued: 'This email is queued for sending.',
  sending: 'This email is being sent.',
  sent: 'This email has been sent.',
  failed: 'This email was not delivered. You can only resend it.',
  uncertain: 'This email may have been delivered. You can only resend it.',
  undelivered: 'This email was not delivered. You can only resend it.',
  canceled: 'This email was canceled. Write a new one.',
  received: 'This email was received, not sent.',
} as const satisfies Record<MessageStatus, string>;
