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
import { listAttachmentRows, type AttachmentRow } from '../conversations.queries.ts';
import { moveMessage } from '../message-state.ts';
import { withBulkEnding } from './bulk-ending.ts';
import { deliverQueue } from './deliver-queue.ts';
import { postpone, recordOutcome, settle } from './delivery-outcome.ts';
import { findObstacle, type Obstacle } from './obstacle.queries.ts';
import { findForDelivery, type DeliveryRow } from './outgoing.queries.ts';

/** Longer than a delivery can take, which the transport bounds; after it nobody is sending any more. */
const leaseMinutes = 15;
/** How often mail of an archived workspace, which rests, looks whether it may go on. */
const restMinutes = 15;

type Parts = MailParts & Pick<Platform, 'runner' | 'storage'>;
type MessageKey = { readonly workspaceId: string; readonly messageId: string };

type Leaving = DeliveryRow & Pick<MailContent, 'headers'>;

const jobData = z.object({ workspaceId: z.uuid(), messageId: z.uuid() });

/** The job that delivers queued e-mails. */
export function mailJobs(parts: Parts): JobDefinition[] {
  return [
    {
      queue: deliverQueue,
      concurrency: 4,
      retryLimit: 12,
      expireSeconds: leaseMinutes * 60,
      handler: (data) => deliverMessage(parts, jobData.parse(data)),
    },
  ];
}

/** Whether mail of a workspace leaves. */
export async function deliveryOf(
  db: Db,
  { workspaceId, parts }: { workspaceId: string; parts: MailParts },
): Promise<'smtp' | 'outbox'> {
  const { transport, canLeave } = await findWorkspaceMail(db, { workspaceId, parts });
  return canLeave ? transport.kind : 'outbox';
}

/**
 * Makes one attempt to deliver a message, if it is its turn. Run twice, at once or later, it still hands
 * the message over once: only who moves it from queued to sending does, and a message found in sending
 * when its time is over is never sent again.
 */
async function deliverMessage(parts: Parts, key: MessageKey): Promise<void> {
  const { runner } = parts;
  const message = await findForDelivery(runner.db, key);
  if (message === null) return;
  if (message.status === 'sending') return resolveLeftBehind(parts, message);
  if (message.status !== 'scheduled' && message.status !== 'queued') return;
  if (await isArchived(runner.db, key.workspaceId)) return rest(parts, key);
  if (message.status === 'scheduled') return deliverScheduled(parts, message);
  const obstacle = await findObstacle(runner.db, key);
  if (obstacle !== null)
    return settle(runner, message, { to: 'failed', detail: obstacles[obstacle], isHeld: true });
  const { transport, canLeave } = await findWorkspaceMail(runner.db, { workspaceId: key.workspaceId, parts });
  if (transport.kind === 'outbox')
    return settle(runner, message, {
      to: 'undelivered',
      detail: 'Not delivered: no mail server configured.',
    });
  if (!canLeave)
    return settle(runner, message, {
      to: 'undelivered',
      detail: 'Not delivered: mail of sample data does not leave this machine.',
    });
  const ending = await withBulkEnding(runner.db, message, parts);
  return attempt(parts, { message: { ...message, ...ending }, transport });
}

async function rest({ runner }: Parts, key: MessageKey): Promise<void> {
  await runner.transact((work) =>
    work.enqueue(deliverQueue, key, { startAfter: addMinutes(work.now, restMinutes) }),
  );
}

const obstacles = {
  bin: 'Not sent: the customer was moved to the bin. Restore the record to send it again.',
  ban: 'Not sent: the customer was banned after it was written.',
  unsubscribed: 'Not sent: the customer has unsubscribed from bulk e-mail.',
} as const satisfies Record<Obstacle, string>;

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

/** Whoever was sending is gone, or still at it: the lease tells. */
async function resolveLeftBehind({ runner }: Parts, message: DeliveryRow): Promise<void> {
  const leaseEnds = addMinutes(message.sending_since ?? new Date(0), leaseMinutes);
  if (leaseEnds <= runner.clock.now()) {
    return settle(runner, message, {
      to: 'uncertain',
      detail: 'The server stopped while sending. The message may have arrived.',
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

async function attempt(
  parts: Parts,
  { message, transport }: { message: Leaving; transport: MailTransport },
): Promise<void> {
  const { runner } = parts;
  const files = await listAttachmentRows(runner.db, {
    workspaceId: message.workspace_id,
    messageIds: [message.id],
  });
  if (!(await areStored(parts, files)))
    return postpone(runner, message, 'An attachment cannot be read from the file store.');
  let session: MailSession;
  try {
    session = await transport.open();
  } catch (error) {
    if (error instanceof MailServerError) return postpone(runner, message, error.message);
    throw error;
  }
  try {
    await handOver(parts, session, { message, files });
  } finally {
    session.close();
  }
}

/** The session is open, so that from the claim on only the message itself is at risk. */
async function handOver(
  { runner, storage, logger }: Parts,
  session: MailSession,
  { message, files }: { message: Leaving; files: readonly AttachmentRow[] },
): Promise<void> {
  const mail = compose({ message, files, storage, date: runner.clock.now() });
  const isClaimed = await runner.transact((work) =>
    moveMessage(work, { ...message, workspaceId: message.workspace_id }, { to: 'sending' }),
  );
  if (!isClaimed) return;
  const outcome = await session.deliver(mail);
  logger.info(
    { workspaceId: message.workspace_id, messageId: message.id, outcome: outcome.kind },
    'mail delivery',
  );
  await recordOutcome(runner, { ...message, status: 'sending', version: message.version + 1 }, outcome);
}

function compose({
  message,
  files,
  storage,
  date,
}: {
  message: Leaving;
  files: readonly AttachmentRow[];
  storage: Platform['storage'];
  date: Date;
}): OutgoingMessage {
  return composeMail({
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
}

async function areStored({ storage, logger }: Parts, files: readonly AttachmentRow[]): Promise<boolean> {
  try {
    const found = await Promise.all(files.map((file) => storage.has(file.sha256)));
    return found.every(Boolean);
  } catch (error) {
    logger.warn({ err: error }, 'file store does not answer');
    return false;
  }
}
