import {
  listMailTemplates,
  type MailPreview,
  type MailTemplate,
  previewMail,
} from '@handover/contract/conversations/mail-templates.ts';
import type { TemplateField } from '@handover/domain/mail-template.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** The ticket of a preview expires after five minutes. */
const previewStaleMs = 240_000;

/** The user's own and shared templates, the most used first. */
export const mailTemplatesQuery = (): QueryFor<MailTemplate[]> =>
  oneQuery({
    queryKey: ['template', 'all', 'list'],
    queryFn: async ({ signal }) => (await send(listMailTemplates, {}, { signal })).mailTemplates,
  });

/** A preview of an email to a customer. */
export const mailPreviewQuery = (body: {
  subject: string;
  html: string;
  customerId: string;
}): QueryFor<MailPreview> =>
  oneQuery({
    queryKey: ['mail-preview', body],
    queryFn: async ({ signal }) => (await send(previewMail, { body }, { signal })).preview,
    staleTime: previewStaleMs,
  });

const labels: Readonly<Record<TemplateField, string>> = {
  'customer.firstName': 'Customer’s first name',
  'customer.name': 'Customer’s full name',
  'customer.company': 'Customer’s company',
  'customer.email': 'Customer’s email address',
  'broker.name': 'Broker’s name',
  'broker.email': 'Broker’s email address',
  'broker.phone': 'Broker’s phone number',
  'workspace.name': 'Name of the workspace',
  today: 'Today’s date',
};

const fallbacks: Partial<Record<string, string>> = { 'customer.firstName': '|there' };

/** The fields that an editor can insert into an email. */
export const fieldInserts: readonly { label: string; text: string }[] = Object.entries(labels).map(
  ([field, label]) => ({ label, text: `{{${field}${fallbacks[field] ?? ''}}}` }),
);

/** “Customer’s company and broker’s phone number”, the fields that would be empty. */
export function listFields(fields: readonly TemplateField[]): string {
  const names = fields.map((field) => labels[field].toLowerCase());
  return new Intl.ListFormat('en').format(names);
}

export const subjectHint = 'You can use fields: {{customer.firstName|there}}';
