import { formatLongDate } from '@handover/domain/format-date.ts';
import { toCalendarDate } from '@handover/domain/local-time.ts';
import {
  getFirstName,
  parseTemplate,
  renderTemplate,
  type Template,
  type TemplateField,
  type TemplateKind,
  type TemplateValues,
} from '@handover/domain/mail-template.ts';
import type { MailPreview } from '@handover/contract/conversations/mail-templates.ts';
import { z } from 'zod';
import { invalidField, notFound } from '#lib/errors.ts';
import { isManageableHtml, toSafeHtml, toViewHtml } from '#lib/mail/html.ts';
import { toPlainText } from '#lib/mail/text.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { issueTicket, type TicketAction } from '#platform/tickets.ts';
import { toDocument, createViewPolicy } from './message-view.ts';
import { findMailFacts, type MailFacts, getCustomerRef } from '#features/customers/customers.public.ts';
import { isOpenTo } from '#platform/session/access.ts';

/** Subject and sanitized HTML body, which may contain template fields. */
export type MailContent = { readonly subject: Template; readonly body: Template };

type FilledMail = {
  readonly subject: string;
  readonly body: string;
  readonly missing: readonly TemplateField[];
};

/**
 * Parses an HTML mail. `within` is the path prefix of its fields in the request. Throws INVALID_INPUT with
 * the field.
 */
export function readMail({ subject, html }: { subject: string; html: string }, within = ''): MailContent {
  return {
    subject: read(subject, 'line', `${within}subject`),
    body: read(toValidHtml(html, within), 'html', `${within}html`),
  };
}

/** Like `readMail`, for plain text. */
export function readTextMail({ subject, text }: { subject: string; text: string }, within = ''): MailContent {
  return { subject: read(subject, 'line', `${within}subject`), body: read(text, 'text', `${within}text`) };
}

/** Sanitized HTML. Throws INVALID_INPUT if it is empty or too complex. */
export function toValidHtml(html: string, within = ''): string {
  if (!isManageableHtml(html))
    throw invalidField(`${within}html`, 'This message has too much formatting. Simplify it and try again.');
  const safe = toSafeHtml(html).html;
  if (toPlainText(safe) === '' && !safe.includes('<img '))
    throw invalidField(`${within}html`, 'Write a message');
  return safe;
}

export function fillMail({ subject, body }: MailContent, values: TemplateValues): FilledMail {
  const subjectLine = renderTemplate(subject, values);
  const filled = renderTemplate(body, values);
  return {
    subject: subjectLine.content,
    body: filled.content,
    missing: [...new Set([...subjectLine.missing, ...filled.missing])],
  };
}

/** Field values for each customer by id; dates use the workspace's time zone. */
export async function listTemplateValues(
  { db, now }: Pick<Work, 'db' | 'now'>,
  { workspaceId, timeZone }: Member,
  customerIds: readonly string[],
): Promise<Map<string, TemplateValues>> {
  const facts = await findMailFacts(db, { workspaceId, customerIds });
  const today = formatLongDate(toCalendarDate(now, timeZone));
  return new Map([...facts].map(([id, row]) => [id, toValues(row, today)]));
}

/** Does not check access. Throws NOT_FOUND. */
export async function getTemplateValues(
  work: Work,
  member: Member,
  customerId: string,
): Promise<TemplateValues> {
  const values = (await listTemplateValues(work, member, [customerId])).get(customerId);
  if (values === undefined) throw notFound('customer');
  return values;
}

function read(source: string, kind: TemplateKind, path: string): Template {
  const { template, problem } = parseTemplate(source, kind);
  if (template === null) throw invalidField(path, problem);
  return template;
}

/** An organization has no first name. */
function toValues(row: MailFacts, today: string): TemplateValues {
  return {
    'customer.firstName': row.account_type === 'Individual' ? getFirstName(row.name) : '',
    'customer.name': row.name,
    'customer.company': row.company ?? '',
    'customer.email': row.email ?? '',
    'broker.name': row.broker_name ?? '',
    'broker.email': row.broker_email ?? '',
    'broker.phone': row.broker_phone ?? '',
    'workspace.name': row.workspace_name,
    today,
  };
}

const previewAction = 'mail.preview';
const subjectSchema = z.object({ customerId: z.uuid(), html: z.string() });

type PreviewRequest = { readonly subject: string; readonly html: string; readonly customerId: string };

/** How a mail would look for a customer. Throws NOT_FOUND, INVALID_INPUT for an unknown field. */
export async function previewMail(
  work: Work,
  actor: Member,
  { customerId, ...mail }: PreviewRequest,
): Promise<MailPreview> {
  const customer = await getCustomerRef(work.db, actor, customerId);
  const { subject, missing } = fillMail(readMail(mail), await getTemplateValues(work, actor, customerId));
  const html = toValidHtml(mail.html);
  const { url } = await issueTicket(work, actor, { action: previewAction, subject: { customerId, html } });
  return { customer: { id: customer.id, name: customer.name }, subject, missing: [...missing], url };
}

/** The preview page, rendered with the ticket holder's current access. */
export function templateTicketActions(): Record<string, TicketAction> {
  return {
    [previewAction]: async ({ member, subject, work, reply }) => {
      const { customerId, html } = subjectSchema.parse(subject);
      if (!isOpenTo(member, 'users')) throw notFound('preview');
      await getCustomerRef(work.db, member, customerId);
      const { body } = fillMail(
        readMail({ subject: '-', html }),
        await getTemplateValues(work, member, customerId),
      );
      const view = { withRemoteImages: false };
      void reply
        .header('content-security-policy', createViewPolicy(view))
        .header('referrer-policy', 'no-referrer')
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'private, no-store')
        .type('text/html; charset=utf-8')
        .send(toDocument(toViewHtml(body, { ...view, parts: new Map() })));
    },
  };
}
