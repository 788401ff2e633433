import * as contract from '@handover/contract/conversations.ts';
import type { QueryOf } from '@handover/contract/endpoint.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import type { EmailsOf } from './conversations.queries.ts';
import { getEmail, listConversation } from './conversations.service.ts';
import { writeAsClient } from './incoming/client-message.service.ts';
import { receiveEmail } from './incoming/incoming.service.ts';
import { renewInboundAddress } from './mailboxes.service.ts';
import { deliveryOf } from './outgoing/delivery.ts';
import { cancelEmail, resendEmail } from './outgoing/queued-email.service.ts';
import { sendBusinessEmail, sendEmail } from './outgoing/send-email.service.ts';
import { issueHtmlTicket } from './view/message-view.ts';

/** E-mail with customers: writing, reading, and mail that comes in. */
export function conversationRoutes(
  routes: Routes,
  platform: Pick<Platform, 'config' | 'keyring' | 'limits' | 'logger' | 'mail' | 'runner' | 'storage'>,
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
    { of, query }: { of: EmailsOf; query: QueryOf<typeof contract.listEmails> },
  ) => ({
    ...(await listConversation(work, actor, { of, query, keyring })),
    delivery: await deliveryOf(work.db, { workspaceId: actor.workspaceId, parts: platform }),
  });
  routes.add(contract.listEmails, async ({ actor, params, query, work }) =>
    list(work, actor, { of: { customerId: params.id }, query }),
  );
  routes.add(contract.listBusinessEmails, async ({ actor, params, query, work }) =>
    list(work, actor, { of: { businessId: params.id }, query }),
  );
}
