import * as contract from '@handover/contract/mail-templates.ts';
import type { Routes } from '#platform/http/routes.ts';
import { previewMail } from './mail-preview.ts';
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  listTemplates,
  useTemplate,
} from './templates.service.ts';

/** Templates of mail, shared and personal, and how a mail with fields looks for a customer. */
export function templateRoutes(routes: Routes): void {
  routes.add(contract.listMailTemplates, async ({ actor, work }) => ({
    mailTemplates: await listTemplates(work, actor),
  }));
  routes.add(contract.createMailTemplate, async ({ actor, body, work }) => ({
    mailTemplate: await createTemplate(work, actor, body),
  }));
  routes.add(contract.updateMailTemplate, async ({ actor, params, body, work }) => ({
    mailTemplate: await changeTemplate(work, actor, { templateId: params.id, ...body }),
  }));
  routes.add(contract.deleteMailTemplate, async ({ actor, params, work }) =>
    deleteTemplate(work, actor, params.id),
  );
  routes.add(contract.useMailTemplate, async ({ actor, params, body, work }) => ({
    mail: await useTemplate(work, actor, { templateId: params.id, ...body }),
  }));
  routes.add(contract.previewMail, async ({ actor, body, work }) => ({
    preview: await previewMail(work, actor, body),
  }));
}
