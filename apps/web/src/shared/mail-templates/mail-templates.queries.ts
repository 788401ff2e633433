import {
  listMailTemplates,
  previewMail,
  type MailPreview,
  type MailTemplate,
} from '@handover/contract/mail-templates.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** The ticket of a preview ends after five minutes. */
const previewStaleMs = 240_000;

/** Own and shared templates, the most used first. */
export const mailTemplatesQuery = (): QueryFor<MailTemplate[]> =>
  oneQuery({
    queryKey: ['template', 'all', 'list'],
    queryFn: async ({ signal }) => (await send(listMailTemplates, {}, { signal })).mailTemplates,
  });

/** How a mail would look for a customer. */
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
