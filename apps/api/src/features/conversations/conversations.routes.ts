import * as contract from '@handover/contract/conversations/conversations.ts';
import type { QueryOf } from '@handover/contract/http/endpoint.ts';
import * as emailDrafts from '@handover/contract/conversations/email-drafts.ts';
import * as mailTemplates from '@handover/contract/conversations/mail-templates.ts';
import * as triage from '@handover/contract/conversations/triage.ts';
import * as messageSearch from '@handover/contract/conversations/message-search.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import type { EmailOwner } from './conversations.queries.ts';
import { getEmail, listConversation } from './conversations.service.ts';
import { writeAsClient } from './incoming/client-message.service.ts';
import { receiveEmail } from './incoming/incoming.service.ts';
import { renewInboundAddress } from './mailboxes.service.ts';
import { getDeliveryMode } from '#platform/mail/workspace-mail.ts';
import { cancelEmail, resendEmail, sendBusinessEmail, sendEmail } from './outgoing/send-email.service.ts';
import { issueHtmlTicket } from './message-view.ts';
import {
  discardDraft,
  getDraft,
  getSignature,
  listDrafts,
  saveDraft,
  updateSignature,
} from './drafts.service.ts';
import { previewMail } from './mail-content.ts';
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  listTemplates,
  useTemplate,
} from './templates.service.ts';
import {
  getUnknownSender,
  ignoreUnknownSender,
  listUnknownSenders,
  restoreUnknownSender,
} from './triage.service.ts';
import { findMessages } from './message-search.ts';

export function conversationRoutes(
  routes: Routes,
  platform: Pick<
    Platform,
    'config' | 'dns' | 'keyring' | 'limits' | 'logger' | 'mail' | 'runner' | 'storage'
  >,
): void {
  const { config, limits } = platform;
  const mailFrom = config.mailFrom;
  readRoutes(routes, platform);

  routes.add(contract.sendEmail, async ({ actor, params, body, work }) => {
    const id = await sendEmail(work, actor, { customerId: params.id, input: body, mailFrom });
    return { email: await getEmail(work, actor, id) };
  });

  routes.add(contract.sendBusinessEmail, async ({ actor, params, body, work }) => {
    const id = await sendBusinessEmail(work, actor, { businessId: params.id, input: body, mailFrom });
    return { email: await getEmail(work, actor, id) };
  });

  routes.add(contract.writeMessage, async ({ actor, params, body, work }) => {
    const id = await writeAsClient(work, actor, { customerId: params.id, input: body, limits });
    return { email: await getEmail(work, actor, id) };
  });

  routes.add(contract.resendEmail, async ({ actor, params, work }) => {
    await resendEmail(work, actor, { messageId: params.id, mailFrom });
    return { email: await getEmail(work, actor, params.id) };
  });

  routes.add(contract.cancelEmail, async ({ actor, params, work }) => {
    await cancelEmail(work, actor, params.id);
    return { email: await getEmail(work, actor, params.id) };
  });

  routes.add(contract.openEmailHtml, async ({ actor, params, body, work }) => ({
    ticket: await issueHtmlTicket(work, actor, {
      messageId: params.id,
      withRemoteImages: body.withRemoteImages,
    }),
  }));

  routes.add(contract.getInboundAddress, async ({ actor, work }) => ({
    inbound: await renewInboundAddress(work, actor, config.publicUrl),
  }));

  routes.add(contract.receiveEmail, async ({ params, request }) => ({
    result: await receiveEmail(platform, { token: params.token, request }),
  }));
}

/** The emails of customers and businesses. */
function readRoutes(
  routes: Routes,
  platform: Pick<Platform, 'config' | 'keyring' | 'logger' | 'mail'>,
): void {
  const { keyring } = platform;
  const list = async (
    work: Work,
    actor: Member,
    { of, query }: { of: EmailOwner; query: QueryOf<typeof contract.listEmails> },
  ) => ({
    ...(await listConversation(work, actor, { of, query, keyring })),
    delivery: await getDeliveryMode(work.db, { workspaceId: actor.workspaceId, parts: platform }),
  });
  routes.add(contract.listEmails, async ({ actor, params, query, work }) =>
    list(work, actor, { of: { customerId: params.id }, query }),
  );
  routes.add(contract.listBusinessEmails, async ({ actor, params, query, work }) =>
    list(work, actor, { of: { businessId: params.id }, query }),
  );
}

/** Email drafts and signatures. */
export function draftRoutes(routes: Routes): void {
  routes.add(emailDrafts.listEmailDrafts, async ({ actor, params, work }) => ({
    drafts: await listDrafts(work, actor, params.id),
  }));
  routes.add(emailDrafts.getEmailDraft, async ({ actor, params, query, work }) => ({
    draft: await getDraft(work, actor, { customerId: params.id, ...query }),
  }));
  routes.add(emailDrafts.saveEmailDraft, async ({ actor, params, query, body, work }) => ({
    draft: await saveDraft(work, actor, { customerId: params.id, ...query, ...body }),
  }));
  routes.add(emailDrafts.discardEmailDraft, async ({ actor, params, query, work }) => ({
    draft: await discardDraft(work, actor, { customerId: params.id, ...query }),
  }));
  routes.add(emailDrafts.getSignature, async ({ actor, work }) => ({
    signature: await getSignature(work, actor.userId),
  }));
  routes.add(emailDrafts.updateSignature, async ({ actor, body, work }) => ({
    signature: await updateSignature(work, actor.userId, body),
  }));
}

export function templateRoutes(routes: Routes): void {
  routes.add(mailTemplates.listMailTemplates, async ({ actor, work }) => ({
    mailTemplates: await listTemplates(work, actor),
  }));
  routes.add(mailTemplates.createMailTemplate, async ({ actor, body, work }) => ({
    mailTemplate: await createTemplate(work, actor, body),
  }));
  routes.add(mailTemplates.updateMailTemplate, async ({ actor, params, body, work }) => ({
    mailTemplate: await changeTemplate(work, actor, { templateId: params.id, ...body }),
  }));
  routes.add(mailTemplates.deleteMailTemplate, async ({ actor, params, work }) =>
    deleteTemplate(work, actor, params.id),
  );
  routes.add(mailTemplates.useMailTemplate, async ({ actor, params, body, work }) => ({
    mail: await useTemplate(work, actor, { templateId: params.id, ...body }),
  }));
  routes.add(mailTemplates.previewMail, async ({ actor, body, work }) => ({
    preview: await previewMail(work, actor, body),
  }));
}

/** Email from unknown senders. Filing spans several features and lives in a workflow. */
export function triageRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(triage.listTriage, ({ actor, query, work }) =>
    listUnknownSenders(work, actor, { query, keyring }),
  );
  routes.add(triage.getTriageMail, async ({ actor, params, work }) => ({
    mail: await getUnknownSender(work, actor, params.id),
  }));
  routes.add(triage.ignoreTriageMail, async ({ actor, params, body, work }) => ({
    mail: await ignoreUnknownSender(work, actor, { messageId: params.id, asSpam: body.asSpam }),
  }));
  routes.add(triage.restoreTriageMail, async ({ actor, params, work }) => ({
    mail: await restoreUnknownSender(work, actor, params.id),
  }));
}

export function messageSearchRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(messageSearch.searchMessages, async ({ actor, query, work }) =>
    findMessages(work, actor, { query, keyring }),
  );
}
