import { isManageableHtml, toViewHtml } from '#lib/mail/html.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { findMessageHtml, type MessageRow } from '../conversations.queries.ts';
import type { DraftBody } from './draft-body.ts';

/** What a mail may have with its quote; a longer conversation is quoted as text, and that is cut. */
const maxHtmlCharacters = 500_000;
const maxQuotedText = 50_000;

/**
 * The body with the answered message below it: in the text behind `>`, in the HTML as it was received, without
 * remote images, which would tell its sender of every reading, and without those sent along.
 */
export async function withQuote(
  { db }: Work,
  { workspaceId, timeZone }: Member,
  { body, answered }: { body: DraftBody; answered: MessageRow },
): Promise<DraftBody> {
  const intro = introOf(answered, timeZone);
  const quoted = answered.text.slice(0, maxQuotedText).toWellFormed();
  const text = `${body.text}\n\n${intro}\n${quoted.replace(/^/gm, '> ').replace(/^> $/gm, '>')}`;
  if (body.html === null) return { ...body, text };
  const original = await findMessageHtml(db, { workspaceId, messageId: answered.id });
  const html = [quotedHtml(original), escape(quoted).replaceAll('\n', '<br />')]
    .filter((quote) => quote !== null)
    .map((quote) => `${body.html ?? ''}<p>${escape(intro)}</p><blockquote>${quote}</blockquote>`)
    .find((whole) => whole.length <= maxHtmlCharacters && isManageableHtml(whole));
  return { ...body, text, html: html ?? body.html };
}

function quotedHtml(original: string | null): string | null {
  return original === null ? null : toViewHtml(original, { withRemoteImages: false, parts: new Map() });
}

/** "On November 20, 2026 at 3:00 PM, Ann Abbott wrote:", in the workspace's time. */
function introOf(message: MessageRow, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone });
  const sender = message.from_name ?? message.from_address;
  return `On ${time.format(message.sent_at ?? message.created_at).replace(/\s/g, ' ')}, ${sender} wrote:`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
