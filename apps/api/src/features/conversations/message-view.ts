import { z } from 'zod';
import { AppError, notFound } from '#lib/errors.ts';
import { toViewHtml } from '#lib/mail/html.ts';
import { openFile } from '#platform/files/files.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import { issueTicket, type Ticket, type TicketAction } from '#platform/tickets.ts';
import type { Work } from '#platform/work.ts';
import { findMessageHtml, findMessageRow, listAttachmentRows } from './conversations.queries.ts';
import { findTriageRow } from './triage.queries.ts';
import { isOpenTo } from '#platform/session/access.ts';

const htmlAction = 'message.html';
const inlineImageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** Total size of inline images on one page; larger ones remain downloads. */
const maxInlineBytes = 5 * 1024 * 1024;

const subjectSchema = z.object({ messageId: z.uuid(), withRemoteImages: z.boolean() });
type Subject = z.infer<typeof subjectSchema>;

/**
 * A ticket for showing the message's HTML in a frame. Throws NOT_FOUND, and RULE_BROKEN for plain text.
 */
export async function issueHtmlTicket(work: Work, actor: Member, subject: Subject): Promise<Ticket> {
  const message = await findReadable(work, actor, subject.messageId);
  if (message === null) throw notFound('email');
  if (!message.has_html) throw new AppError('RULE_BROKEN', 'This email is plain text.');
  return issueTicket(work, actor, { action: htmlAction, subject });
}

export function conversationTicketActions({
  storage,
}: Pick<Platform, 'storage'>): Record<string, TicketAction> {
  return {
    [htmlAction]: async ({ member, subject, work, reply }) => {
      const { messageId, withRemoteImages } = subjectSchema.parse(subject);
      const key = { workspaceId: member.workspaceId, messageId };
      const message = await findReadable(work, member, messageId);
      const html = message === null ? null : await findMessageHtml(work.db, key);
      if (html === null) throw notFound('email');
      const parts = await listInlineImages(work, { ...key, storage });
      void reply
        .header('content-security-policy', createViewPolicy({ withRemoteImages }))
        .header('referrer-policy', 'no-referrer')
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'private, no-store')
        .type('text/html; charset=utf-8')
        .send(toDocument(toViewHtml(html, { withRemoteImages, parts })));
    },
  };
}

/** Includes mail from unknown senders. */
async function findReadable(
  { db }: Work,
  member: Member,
  messageId: string,
): Promise<{ has_html: boolean } | null> {
  const message = await findMessageRow(db, member, { messageId });
  if (message !== null || !isOpenTo(member, 'users')) return message;
  return findTriageRow(db, member, messageId);
}

/** Inline images as data URLs by content ID. */
async function listInlineImages(
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

const style = `
  html { color-scheme: light; }
  body { margin: 0; padding: 12px; background: #fff; color: #1c252e; font: 14px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
  img { max-width: 100%; height: auto; }
  table { max-width: 100%; }
  blockquote { margin: 0 0 0 8px; padding-left: 12px; border-left: 3px solid #dfe3e8; }
  pre { white-space: pre-wrap; }
  /* The dark theme asks for it by the fragment. Emails are written for white, so all of it is inverted but pictures. */
  #dark:target { filter: invert(0.9) hue-rotate(180deg); }
  #dark:target img { filter: invert(1) hue-rotate(180deg); }
`;

/** Wraps sanitized HTML in a page. */
export function toDocument(safeHtml: string): string {
  return `<!doctype html><html lang="en" id="dark"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Email</title><style>${style}</style></head><body>${safeHtml}</body></html>`;
}

/**
 * Blocks scripts and requests, except images on demand. The sandbox has no origin, and links open outside of
 * it.
 */
export function createViewPolicy({ withRemoteImages }: { withRemoteImages: boolean }): string {
  return [
    "default-src 'none'",
    `img-src data:${withRemoteImages ? ' https:' : ''}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');
}
