import * as contract from '@handover/contract/conversations.ts';
import type { Message } from '@handover/contract/conversations.ts';
import { notFound } from '../../lib/errors.ts';
import { paginate } from '../../lib/pagination.ts';
import { getCustomerRef } from '../../platform/customers/customer.queries.ts';
import type { Routes } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Member } from '../../platform/session/actor.ts';
import type { Work } from '../../platform/work.ts';
import { presentMessage } from './conversations.presenter.ts';
import { countMessages, findMessageRow, listAttachmentRows, listMessageRows } from './conversations.queries.ts';
import { receiveEmail } from './incoming/incoming.service.ts';
import { renewInboundAddress } from './mailboxes.service.ts';
import { deliveryOf } from './outgoing/delivery.ts';
import { cancelEmail, resendEmail, sendEmail } from './outgoing/outgoing.service.ts';
import { issueHtmlTicket } from './view/message-view.ts';

/** E-mail with customers: writing, reading, and mail that comes in. */
export function conversationRoutes(routes: Routes, platform: Pick<Platform, 'config' | 'keyring' | 'limits' | 'logger' | 'mail' | 'runner' | 'storage'>): void {
  const { config, keyring } = platform;
  const mailFrom = config.mailFrom;

  routes.add(contract.sendEmail, async ({ actor, params, body, work }) => {
    const id = await sendEmail(work, actor, { customerId: params.id, input: body, mailFrom });
    return { email: await getMessage(work, actor, id) };
  });

  routes.add(contract.listEmails, async ({ actor, params, query, work }) => {
    const { id: customerId } = await getCustomerRef(work.db, actor, params.id);
    const which = { customerId, query: query.q };
    const page = await paginate(keyring, {
      limit: query.limit,
      cursor: query.cursor,
      binding: ['emails', actor.workspaceId, actor.userId, which],
      fetch: (slice) => listMessageRows(work.db, actor, { ...which, ...slice }),
      count: () => countMessages(work.db, actor, which),
      positionOf: (row) => [row.created_at.toISOString(), row.id],
    });
    const attachments = await listAttachmentRows(work.db, { workspaceId: actor.workspaceId, messageIds: page.rows.map((row) => row.id) });
    const delivery = await deliveryOf(platform, actor.workspaceId);
    return { emails: page.rows.map((row) => presentMessage(actor, row, attachments)), total: page.total, nextCursor: page.nextCursor, delivery };
  });

  routes.add(contract.resendEmail, async ({ actor, params, work }) => {
    await resendEmail(work, actor, { messageId: params.id, mailFrom });
    return { email: await getMessage(work, actor, params.id) };
  });

  routes.add(contract.cancelEmail, async ({ actor, params, work }) => {
    await cancelEmail(work, actor, params.id);
    return { email: await getMessage(work, actor, params.id) };
  });

  routes.add(contract.openEmailHtml, async ({ actor, params, body, work }) => ({ ticket: await issueHtmlTicket(work, actor, { messageId: params.id, withRemoteImages: body.withRemoteImages }) }));

  routes.add(contract.getInboundAddress, async ({ actor, work }) => ({ inbound: await renewInboundAddress(work, actor, config.publicUrl) }));

  routes.add(contract.receiveEmail, async ({ params, request }) => ({ result: await receiveEmail(platform, { token: params.token, request }) }));
}

async function getMessage(work: Work, actor: Member, messageId: string): Promise<Message> {
  const row = await findMessageRow(work.db, actor, { messageId });
  if (row === null) throw notFound('e-mail');
  const attachments = await listAttachmentRows(work.db, { workspaceId: actor.workspaceId, messageIds: [messageId] });
  return presentMessage(actor, row, attachments);
}
