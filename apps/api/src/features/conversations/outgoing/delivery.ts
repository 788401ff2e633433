import { escapeHtml } from '@handover/domain/text/escape-html.ts';
import { z } from 'zod';
import { composeMail, type MailContent } from '#adapters/mail/compose.ts';
import {
  MailServerError,
  type MailSession,
  type MailTransport,
  type OutgoingMessage,
} from '#adapters/mail/transport.ts';
import type { Db } from '#db/client.ts';
import { addMinutes } from '#lib/clock.ts';
import { openFile } from '#platform/files/files.ts';
import { isArchived } from '#platform/installation/archived.queries.ts';
import type { JobDefinition } from '#platform/jobs.ts';
import { findWorkspaceMail, type MailParts } from '#platform/mail/workspace-mail.ts';
import type { Platform } from '#platform/platform.ts';
import { type AttachmentRow, listAttachmentRows } from '../conversations.queries.ts';
import { moveMessage } from '../conversations.presenter.ts';
import { deliverQueue, end, postpone, recordOutcome } from './delivery-outcome.ts';
import {
  type DeliveryRow,
  findForDelivery,
  findBlockReason,
  findPostalAddress,
  renewLease,
  type BlockReason,
} from './outgoing.queries.ts';
import { listCustomerIds } from '../messages.queries.ts';
import { unsubscribeUrl } from '#features/customers/customers.public.ts';

/** Longer than the transport's timeouts. */
const expireSeconds = 900;
/** A sender renews its lease while it sends; once this has passed, it has stopped. */
const leaseMs = 15_000;
const renewMs = 3_000;
/** How often mail of an archived workspace is checked again. */
const archivedRetryMinutes = 15;

type Parts = MailParts & Pick<Platform, 'runner' | 'storage'>;
type MessageKey = { readonly workspaceId: string; readonly messageId: string };

type PreparedMessage = DeliveryRow & Pick<MailContent, 'headers'>;

const jobData = z.object({ workspaceId: z.uuid(), messageId: z.uuid() });

export function mailJobs(parts: Parts): JobDefinition[] {
  return [
    {
      queue: deliverQueue,
      concurrency: 8,
      maxPerWorkspace: 2,
      retryLimit: 12,
      retryDelaySeconds: 2,
      expireSeconds,
      heartbeatSeconds: 10,
      handler: (data) => deliverMessage(parts, jobData.parse(data)),
    },
  ];
}

/**
 * Makes one delivery attempt. Concurrent or repeated runs send the message once: only the run that moves it
 * from queued to sending sends it, and a message with an expired sending lease is never sent again.
 */
async function deliverMessage(parts: Parts, key: MessageKey): Promise<void> {
  const { runner } = parts;
  const message = await findForDelivery(runner.db, key);
  if (message === null) return;
  if (message.status === 'sending') return resolveInterrupted(parts, message);
  if (message.status !== 'scheduled' && message.status !== 'queued') return;
  if (await isArchived(runner.db, key.workspaceId)) return deferArchived(parts, key);
  if (message.status === 'scheduled') return deliverScheduled(parts, message);
  const blockReason = await findBlockReason(runner.db, key);
  if (blockReason !== null)
    return end(runner, message, { to: 'failed', reason: blockMessages[blockReason], isBlocked: true });
  const { transport, canLeave } = await findWorkspaceMail(runner.db, { workspaceId: key.workspaceId, parts });
  if (transport.kind === 'outbox')
    return end(runner, message, {
      to: 'undelivered',
      reason: 'No mail server is set up.',
    });
  if (!canLeave)
    return end(runner, message, {
      to: 'undelivered',
      reason: 'Email of sample data is not sent to other machines.',
    });
  const footer = await addBulkFooter(runner.db, message, parts);
  return attemptDelivery(parts, { message: { ...message, ...footer }, transport });
}

async function deferArchived({ runner }: Parts, key: MessageKey): Promise<void> {
  await runner.transact((work) =>
    work.enqueue(deliverQueue, key, { startAfter: addMinutes(work.now, archivedRetryMinutes) }),
  );
}

const blockMessages = {
  trash: 'Not sent: the customer is in the trash. Restore the customer, then resend.',
  ban: 'Not sent: the customer was banned after the email was written.',
  unsubscribed: 'Not sent: the customer has unsubscribed from bulk email.',
} as const satisfies Record<BlockReason, string>;

async function deliverScheduled(parts: Parts, message: DeliveryRow): Promise<void> {
  const { runner } = parts;
  const key = { workspaceId: message.workspace_id, messageId: message.id };
  const isDue = await runner.transact(async (work) => {
    if (message.scheduled_at === null || message.scheduled_at <= work.now)
      return moveMessage(work, { ...message, workspaceId: message.workspace_id }, { to: 'queued' });
    await work.enqueue(deliverQueue, key, { startAfter: message.scheduled_at });
    return false;
  });
  if (isDue) await deliverMessage(parts, key);
}

/** The sender has crashed or is still running; the lease decides. */
async function resolveInterrupted({ runner }: Parts, message: DeliveryRow): Promise<void> {
  const leaseEnds = new Date((message.sending_since?.getTime() ?? 0) + leaseMs);
  if (leaseEnds <= runner.clock.now()) {
    return end(runner, message, {
      to: 'uncertain',
      reason: 'The server stopped while sending. The message may have been delivered.',
    });
  }
  await runner.transact((work) =>
    work.enqueue(
      deliverQueue,
      { workspaceId: message.workspace_id, messageId: message.id },
      { startAfter: leaseEnds },
    ),
  );
}

async function attemptDelivery(
  parts: Parts,
  { message, transport }: { message: PreparedMessage; transport: MailTransport },
): Promise<void> {
  const { runner } = parts;
  const files = await listAttachmentRows(runner.db, {
    workspaceId: message.workspace_id,
    messageIds: [message.id],
  });
  if (!(await areFilesStored(parts, files)))
    return postpone(runner, message, 'An attachment cannot be read from the file store.');
  let session: MailSession;
  try {
    session = await transport.open();
  } catch (error) {
    if (error instanceof MailServerError) return postpone(runner, message, error.message);
    throw error;
  }
  try {
    await sendMessage(parts, session, { message, files });
  } finally {
    session.close();
  }
}

/** Connecting before the claim means that only the message itself can fail afterwards. */
async function sendMessage(
  { runner, storage, logger }: Parts,
  session: MailSession,
  { message, files }: { message: PreparedMessage; files: readonly AttachmentRow[] },
): Promise<void> {
  const mail = compose({ message, files, storage, date: runner.clock.now() });
  const isClaimed = await runner.transact(async (work) => {
    const key = { workspaceId: message.workspace_id, messageId: message.id };
    const hasMoved = await moveMessage(work, { ...message, ...key }, { to: 'sending' });
    // A delivery report may have changed it, so that it is still queued.
    if (!hasMoved) await work.enqueue(deliverQueue, key);
    return hasMoved;
  });
  if (!isClaimed) return;
  const outcome = await runWhileRenewing({ runner, logger }, message, () => session.deliver(mail));
  logger.info(
    { workspaceId: message.workspace_id, messageId: message.id, outcome: outcome.kind },
    'mail delivery',
  );
  await recordOutcome(runner, { ...message, status: 'sending', version: message.version + 1 }, outcome);
}

/** A failed renewal is harmless: the message may be marked uncertain, but it is never sent again automatically. */
async function runWhileRenewing<Result>(
  { runner, logger }: Pick<Parts, 'runner' | 'logger'>,
  message: PreparedMessage,
  run: () => Promise<Result>,
): Promise<Result> {
  const key = { workspaceId: message.workspace_id, messageId: message.id, version: message.version + 1 };
  const timer = setInterval(() => {
    renewLease(runner.db, { ...key, now: runner.clock.now() }).catch((error: unknown) =>
      logger.warn({ err: error, messageId: message.id }, 'mail lease not renewed'),
    );
  }, renewMs);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
}

function compose({
  message,
  files,
  storage,
  date,
}: {
  message: PreparedMessage;
  files: readonly AttachmentRow[];
  storage: Platform['storage'];
  date: Date;
}): OutgoingMessage {
  const mail = composeMail({
    from: { name: message.from_name, address: message.from_address },
    to: message.to_addresses,
    cc: message.cc_addresses,
    bcc: message.bcc_addresses,
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: message.message_id,
    inReplyTo: message.in_reply_to,
    references: message.reference_ids,
    date,
    headers: message.headers,
    attachments: files.map((file) => ({
      name: file.name,
      contentType: file.content_type,
      open: () => openFile(storage, file),
    })),
  });
  const { open_recipients: to } = message;
  return to === null ? mail : { ...mail, envelope: { ...mail.envelope, to } };
}

async function areFilesStored({ storage, logger }: Parts, files: readonly AttachmentRow[]): Promise<boolean> {
  try {
    const found = await Promise.all(files.map((file) => storage.has(file)));
    return found.every(Boolean);
  } catch (error) {
    logger.warn({ err: error }, 'file store unavailable');
    return false;
  }
}

type MessageBody = Pick<MailContent, 'text' | 'html' | 'headers'>;

/**
 * Adds the postal address and unsubscribe link (RFC 2369, RFC 8058) to bulk mail. The link is not stored
 * with the message, since anyone who has it can unsubscribe the customer.
 */
async function addBulkFooter(
  db: Db,
  message: DeliveryRow,
  { keyring, config }: Pick<MailParts, 'keyring' | 'config'>,
): Promise<MessageBody> {
  const { workspace_id: workspaceId, text, html } = message;
  if (!message.is_bulk) return { text, html };
  const [customerId] = await listCustomerIds(db, { workspaceId, messageId: message.id });
  if (customerId === undefined) throw new Error(`Bulk message ${message.id} has no customer`);
  const url = unsubscribeUrl({ workspaceId, customerId }, { keyring, publicUrl: config.publicUrl });
  const { name, postalAddress } = await findPostalAddress(db, workspaceId);
  const lines = [name, ...postalAddress.split('\n')].map((line) => line.trim()).filter((line) => line !== '');
  return {
    text: `${text}\n\n-- \n${lines.join('\n')}\nUnsubscribe: ${url}`,
    html: html === null ? null : `${html}${createHtmlFooter(lines, url)}`,
    headers: {
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

function createHtmlFooter(lines: readonly string[], url: string): string {
  return `<hr style="margin-top: 32px; border: 0; border-top: 1px solid #dfe3e8"><p style="font-size: 12px; color: #5b6b79">${lines.map(escapeHtml).join('<br>')}<br><a href="${escapeHtml(url)}" style="color: #5b6b79">Unsubscribe</a></p>`;
}
