import { z } from 'zod';
import { AppError, notFound } from '#lib/errors.ts';
import { toViewHtml } from '#lib/mail/html.ts';
import { openFile } from '#platform/files/files.ts';
import type { Platform } from '#platform/platform.ts';
import { isOpenTo } from '#platform/session/areas.ts';
import type { Member } from '#platform/session/actor.ts';
import { issueTicket, type Ticket, type TicketAction } from '#platform/tickets.ts';
import type { Work } from '#platform/work.ts';
import { findMessageHtml, findMessageRow, listAttachmentRows } from '../conversations.queries.ts';
import { findTriageRow } from '../triage/triage.queries.ts';
import { toDocument, viewPolicy } from './message-document.ts';

const htmlAction = 'message.html';
const inlineImageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** Of all images put into one page; what is over stays a download. */
const maxInlineBytes = 5 * 1024 * 1024;

const subjectSchema = z.object({ messageId: z.uuid(), withRemoteImages: z.boolean() });
type Subject = z.infer<typeof subjectSchema>;

/** A ticket for the message as a page to show in a frame. Throws NOT_FOUND, and RULE_BROKEN when it is plain text. */
export async function issueHtmlTicket(work: Work, actor: Member, subject: Subject): Promise<Ticket> {
  const message = await findReadable(work, actor, subject.messageId);
  if (message === null) throw notFound('e-mail');
  if (!message.has_html) throw new AppError('RULE_BROKEN', 'This e-mail is plain text.');
  return issueTicket(work, actor, { action: htmlAction, subject });
}

/** What tickets of conversations answer with. */
export function conversationTicketActions({
  storage,
}: Pick<Platform, 'storage'>): Record<string, TicketAction> {
  return {
    [htmlAction]: async ({ member, subject, work, reply }) => {
      const { messageId, withRemoteImages } = subjectSchema.parse(subject);
      const key = { workspaceId: member.workspaceId, messageId };
      const message = isOpenTo(member, 'users') ? await findReadable(work, member, messageId) : null;
      const html = message === null ? null : await findMessageHtml(work.db, key);
      if (html === null) throw notFound('e-mail');
      const parts = await inlineImages(work, { ...key, storage });
      void reply
        .header('content-security-policy', viewPolicy({ withRemoteImages }))
        .header('referrer-policy', 'no-referrer')
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'private, no-store')
        .type('text/html; charset=utf-8')
        .send(toDocument(toViewHtml(html, { withRemoteImages, parts })));
    },
  };
}

/** Mail of unknown senders is shown in the same way as that of customers. */
async function findReadable(
  { db }: Work,
  member: Member,
  messageId: string,
): Promise<{ has_html: boolean } | null> {
  return (await findMessageRow(db, member, { messageId })) ?? findTriageRow(db, member, messageId);
}

/** Images sent along, as data addresses by content id. */
async function inlineImages(
  work: Work,
  {
    workspaceId,
    messageId,
    storage,
  }: { workspaceId: string; messageId: string; storage: Platform['storage'] },
): Promise<Map<string, string>> {
  const files = await listAttachmentRows(work.db, { workspaceId, messageIds: [messageId] });
  const images = new Map<string, string>();
  let bytesLeft = maxInlineBytes;
  for (const file of files) {
    if (
      file.content_id === null ||
      !inlineImageTypes.includes(file.content_type) ||
      file.size_bytes > bytesLeft
    )
      continue;
    bytesLeft -= file.size_bytes;
    const bytes = await (await openFile(storage, file)).toArray();
    images.set(
      file.content_id,
      `data:${file.content_type};base64,${Buffer.concat(bytes).toString('base64')}`,
    );
  }
  return images;
}
