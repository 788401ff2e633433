import type { MailContent } from '#adapters/mail/compose.ts';
import type { Db } from '#db/client.ts';
import { unsubscribeUrl } from '#platform/customers/unsubscribe-link.ts';
import type { MailParts } from '#platform/mail/workspace-mail.ts';
import { listCustomerIds } from '../messages.queries.ts';
import { findPostalAddress, type DeliveryRow } from './outgoing.queries.ts';

type Ending = Pick<MailContent, 'text' | 'html' | 'headers'>;

/**
 * A message's text and HTML as they leave. Bulk mail ends with who sends it and the way to unsubscribe,
 * which its headers tell to mail programs (RFC 2369, RFC 8058). It is put on here and not stored: whoever
 * holds the link can unsubscribe the customer.
 */
export async function withBulkEnding(
  db: Db,
  message: DeliveryRow,
  { keyring, config }: Pick<MailParts, 'keyring' | 'config'>,
): Promise<Ending> {
  const { workspace_id: workspaceId, text, html } = message;
  if (!message.is_bulk) return { text, html };
  const [customerId] = await listCustomerIds(db, { workspaceId, messageId: message.id });
  if (customerId === undefined) throw new Error(`Bulk mail ${message.id} is to nobody`);
  const url = unsubscribeUrl({ workspaceId, customerId }, { keyring, publicUrl: config.publicUrl });
  const { name, postalAddress } = await findPostalAddress(db, workspaceId);
  const lines = [name, ...postalAddress.split('\n')].map((line) => line.trim()).filter((line) => line !== '');
  return {
    text: `${text}\n\n-- \n${lines.join('\n')}\nUnsubscribe: ${url}`,
    html: html === null ? null : `${html}${htmlEnding(lines, url)}`,
    headers: {
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

function htmlEnding(lines: readonly string[], url: string): string {
  return `<hr style="margin-top: 32px; border: 0; border-top: 1px solid #dfe3e8"><p style="font-size: 12px; color: #5b6b79">${lines.map(escape).join('<br>')}<br><a href="${escape(url)}" style="color: #5b6b79">Unsubscribe</a></p>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${String(character.charCodeAt(0))};`);
}
