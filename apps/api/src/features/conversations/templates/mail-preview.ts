import type { MailPreview } from '@handover/contract/mail-templates.ts';
import { z } from 'zod';
import { notFound } from '#lib/errors.ts';
import { toViewHtml } from '#lib/mail/html.ts';
import { getCustomerRef } from '#platform/customers/customer.queries.ts';
import { isOpenTo } from '#platform/session/areas.ts';
import type { Member } from '#platform/session/actor.ts';
import { issueTicket, type TicketAction } from '#platform/tickets.ts';
import type { Work } from '#platform/work.ts';
import { toDocument, viewPolicy } from '../view/message-document.ts';
import { fillMail, readMail, safeHtml, valuesOfCustomer } from './mail-content.ts';

const previewAction = 'mail.preview';
const subjectSchema = z.object({ customerId: z.uuid(), html: z.string() });

type Wanted = { readonly subject: string; readonly html: string; readonly customerId: string };

/** How a mail would look for a customer. Throws NOT_FOUND, INVALID_INPUT for a field that there is not. */
export async function previewMail(
  work: Work,
  actor: Member,
  { customerId, ...mail }: Wanted,
): Promise<MailPreview> {
  const customer = await getCustomerRef(work.db, actor, customerId);
  const { subject, missing } = fillMail(readMail(mail), await valuesOfCustomer(work, actor, customerId));
  const html = safeHtml(mail.html);
  const { url } = await issueTicket(work, actor, { action: previewAction, subject: { customerId, html } });
  return { customer: { id: customer.id, name: customer.name }, subject, missing: [...missing], url };
}

/** What a preview's ticket answers with: the page, made for its holder as they are now. */
export function templateTicketActions(): Record<string, TicketAction> {
  return {
    [previewAction]: async ({ member, subject, work, reply }) => {
      const { customerId, html } = subjectSchema.parse(subject);
      if (!isOpenTo(member, 'users')) throw notFound('preview');
      await getCustomerRef(work.db, member, customerId);
      const { body } = fillMail(
        readMail({ subject: '-', html }),
        await valuesOfCustomer(work, member, customerId),
      );
      const view = { withRemoteImages: false };
      void reply
        .header('content-security-policy', viewPolicy(view))
        .header('referrer-policy', 'no-referrer')
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'private, no-store')
        .type('text/html; charset=utf-8')
        .send(toDocument(toViewHtml(body, { ...view, parts: new Map() })));
    },
  };
}
