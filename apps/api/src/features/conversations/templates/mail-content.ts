import {
  firstNameOf,
  parseTemplate,
  renderTemplate,
  type Template,
  type TemplateField,
  type TemplateKind,
  type TemplateValues,
} from '@handover/domain/mail-template.ts';
import { dateIn } from '#lib/clock.ts';
import { invalidField, notFound } from '#lib/errors.ts';
import { isManageableHtml, toSafeHtml } from '#lib/mail/html.ts';
import { toPlainText } from '#lib/mail/text.ts';
import { findMailFacts, type MailFacts } from '#platform/customers/mail-facts.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';

/** Subject and body of a mail in which fields may stand; the HTML is safe. */
export type MailContent = { readonly subject: Template; readonly body: Template };

export type FilledMail = {
  readonly subject: string;
  readonly body: string;
  readonly missing: readonly TemplateField[];
};

/** Reads a mail of HTML. `within` is where its fields stand in the request. Throws INVALID_INPUT naming the field. */
export function readMail({ subject, html }: { subject: string; html: string }, within = ''): MailContent {
  return {
    subject: read(subject, 'line', `${within}subject`),
    body: read(safeHtml(html, within), 'html', `${within}html`),
  };
}

/** The same of plain text. */
export function readTextMail({ subject, text }: { subject: string; text: string }, within = ''): MailContent {
  return { subject: read(subject, 'line', `${within}subject`), body: read(text, 'text', `${within}text`) };
}

/** HTML as it is kept. Throws INVALID_INPUT for none, and for more than can be made safe in reasonable time. */
export function safeHtml(html: string, within = ''): string {
  if (!isManageableHtml(html))
    throw invalidField(`${within}html`, 'This HTML is too complex. Use fewer elements.');
  const safe = toSafeHtml(html).html;
  if (toPlainText(safe) === '' && !safe.includes('<img '))
    throw invalidField(`${within}html`, 'Write a message');
  return safe;
}

export function fillMail({ subject, body }: MailContent, values: TemplateValues): FilledMail {
  const line = renderTemplate(subject, values);
  const rest = renderTemplate(body, values);
  return {
    subject: line.content,
    body: rest.content,
    missing: [...new Set([...line.missing, ...rest.missing])],
  };
}

/** What fields stand for with each of these customers, by id; today is the workspace's. */
export async function valuesOfCustomers(
  { db, now }: Pick<Work, 'db' | 'now'>,
  { workspaceId, timeZone }: Member,
  customerIds: readonly string[],
): Promise<Map<string, TemplateValues>> {
  const facts = await findMailFacts(db, { workspaceId, customerIds });
  const today = longDate(timeZone, now);
  return new Map([...facts].map(([id, row]) => [id, toValues(row, today)]));
}

/** The same for one, whose access was checked. Throws NOT_FOUND. */
export async function valuesOfCustomer(
  work: Work,
  member: Member,
  customerId: string,
): Promise<TemplateValues> {
  const values = (await valuesOfCustomers(work, member, [customerId])).get(customerId);
  if (values === undefined) throw notFound('customer');
  return values;
}

function read(source: string, kind: TemplateKind, path: string): Template {
  const { template, problem } = parseTemplate(source, kind);
  if (template === null) throw invalidField(path, problem);
  return template;
}

/** An organisation has no first name. */
function toValues(row: MailFacts, today: string): TemplateValues {
  return {
    'customer.firstName': row.account_type === 'Individual' ? firstNameOf(row.name) : '',
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

function longDate(timeZone: string, instant: Date): string {
  return new Date(`${dateIn(timeZone, instant)}T00:00:00Z`).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
}
