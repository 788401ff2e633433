import { templateFields } from '@handover/domain/mail-template.ts';
import * as z from 'zod/mini';
import { id, idParams, line, multiline, timestamp, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

export const mailTemplate = z.object({
  id,
  name: z.string(),
  subject: z.string(),
  html: z.string(),
  /** Whether all members of the workspace see it; otherwise only its owner does. */
  isShared: z.boolean(),
  useCount: z.int(),
  updatedAt: timestamp,
  version,
  abilities: z.object({ canUpdate: z.boolean() }),
});
export type MailTemplate = z.infer<typeof mailTemplate>;

/** An email as it would be sent to one customer. */
export const renderedMail = z.object({
  subject: z.string(),
  html: z.string(),
  /** Fields that are empty for this customer and have no fallback; they are left as written. */
  missing: z.array(z.enum(templateFields)),
});
export type RenderedMail = z.infer<typeof renderedMail>;

/** A preview of an email to one customer, to be shown in a frame. */
export const mailPreview = z.object({
  customer: z.object({ id, name: z.string() }),
  subject: z.string(),
  missing: renderedMail.shape.missing,
  /** The URL of the page; valid for five minutes. */
  url: z.string(),
});
export type MailPreview = z.infer<typeof mailPreview>;

const name = line(80);
/** Both may contain fields: `{{customer.firstName|there}}`. */
export const mailContent = { subject: line(300), html: multiline(200_000) };

const one = z.object({ mailTemplate });
const access = member('STAFF', 'users');

export const mailTemplateBody = z.strictObject({
  name,
  ...mailContent,
  isShared: z._default(z.boolean(), false),
});
export type MailTemplateInput = z.input<typeof mailTemplateBody>;

export const listMailTemplates = defineEndpoint({
  method: 'GET',
  path: '/mail-templates',
  summary: 'List email templates, your own and shared ones, most used first',
  access,
  status: 200,
  response: z.object({ mailTemplates: z.array(mailTemplate) }),
});
export const createMailTemplate = defineEndpoint({
  method: 'POST',
  path: '/mail-templates',
  summary: 'Create an email template: personal, or shared as an administrator',
  access,
  status: 201,
  body: mailTemplateBody,
  response: one,
});
export const updateMailTemplate = defineEndpoint({
  method: 'PATCH',
  path: '/mail-templates/{id}',
  summary: 'Change an email template; personal ones by their owner, shared ones by administrators',
  access,
  status: 200,
  params: idParams,
  body: z.strictObject({
    version,
    name: z.optional(name),
    subject: z.optional(mailContent.subject),
    html: z.optional(mailContent.html),
  }),
  response: one,
});
export const deleteMailTemplate = defineEndpoint({
  method: 'DELETE',
  path: '/mail-templates/{id}',
  summary: 'Delete an email template; existing emails are kept',
  access,
  status: 204,
  params: idParams,
});
export const useMailTemplate = defineEndpoint({
  method: 'POST',
  path: '/mail-templates/{id}/use',
  summary: 'Draft of an email to a customer from a template',
  access,
  status: 200,
  params: idParams,
  body: z.strictObject({ customerId: id }),
  response: z.object({ mail: renderedMail }),
});
export const previewMail = defineEndpoint({
  method: 'POST',
  path: '/mail-templates/preview',
  summary: 'Preview of an email with fields for a customer, as an HTML page',
  access,
  status: 200,
  body: z.strictObject({ ...mailContent, customerId: id }),
  response: z.object({ preview: mailPreview }),
});
