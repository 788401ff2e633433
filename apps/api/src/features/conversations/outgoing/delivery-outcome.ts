import { setTimeout as wait } from 'node:timers/promises';
import type { DeliveryOutcome } from '#adapters/mail/transport.ts';
import { addMinutes } from '#lib/clock.ts';
import type { Work, WorkRunner } from '#platform/work.ts';
import { notifyDeliveryProblem, publishMessage, recordMessage } from '../message-notices.ts';
import { moveMessage } from '../conversations.presenter.ts';
import { findBusinessId, listCustomerIds, updateMessage } from '../messages.queries.ts';
import type { DeliveryRow } from './outgoing.queries.ts';

/** Payload `{workspaceId, messageId}`; one delivery attempt. */
export const deliverQueue = 'mail.deliver';

/** Minutes before each retry; about a day in total. */
const retryMinutes = [1, 5, 15, 60, 240, 240, 240, 240, 360];
const recordRetryMs = [200, 1_000, 5_000];

type Ending = {
  /** The status unless one of the main recipients has received the email; then it is `sent`. */
  readonly to: 'sent' | 'failed' | 'uncertain' | 'undelivered' | 'canceled';
  readonly reason: string | null;
  /** Blocked by a rule of ours, not by a mail server. */
  readonly isBlocked?: boolean;
};

/**
 * Stores the result of a delivery attempt. Retries, because the database may be unavailable and an unstored
 * result would count as uncertain.
 */
export async function recordOutcome(
  runner: WorkRunner,
  message: DeliveryRow,
  outcome: DeliveryOutcome,
): Promise<void> {
  for (const delayMs of [...recordRetryMs, null]) {
    try {
      return await record(runner, message, outcome);
    } catch (error) {
      if (delayMs === null) throw error;
      await wait(delayMs);
    }
  }
}

/** Ends the delivery of a message. Returns false if the message has changed since it was read. */
export async function endDelivery(
  work: Work,
  message: DeliveryRow,
  { to: otherwise, reason, isBlocked = false }: Ending,
): Promise<boolean> {
  const to = message.to_addresses.every((address) => isOpen(message, address)) ? otherwise : 'sent';
  const key = { workspaceId: message.workspace_id, messageId: message.id };
  const change = {
    status_detail: reason === null ? null : describe(message, reason, otherwise === 'uncertain'),
    open_recipients: message.open_recipients,
    ...(to === 'sent' ? { sent_at: work.now } : {}),
  };
  if (!(await moveMessage(work, { ...message, ...key }, { to, change }))) return false;
  const customerIds = await publishChange(work, message, to);
  if (to === 'canceled') return true;
  await recordMessage(
    work,
    { ...key, customerIds },
    {
      type: to === 'sent' ? 'email.sent' : 'email.failed',
      actorId: to === 'sent' || message.bulk_run_id !== null ? message.author_id : null,
      detail: { status: to, ...(message.bulk_run_id !== null && { bulkRunId: message.bulk_run_id }) },
    },
  );
  const problem = to === 'sent' ? 'partial' : isBlocked ? 'held' : to;
  const isComplete = to === 'sent' && !message.to_addresses.some((address) => isOpen(message, address));
  if (!isComplete && otherwise !== 'canceled')
    await notifyDeliveryProblem(work, {
      ...key,
      ownerId: message.mailbox_owner_id,
      authorId: message.author_id,
      problem,
      bulkRunId: message.bulk_run_id,
    });
  return true;
}

/** The same in a transaction of its own. */
export async function end(runner: WorkRunner, message: DeliveryRow, ending: Ending): Promise<void> {
  await runner.transact((work) => endDelivery(work, message, ending));
}

/** Schedules the next attempt, or fails the message after the last one. */
export async function postpone(runner: WorkRunner, message: DeliveryRow, reason: string): Promise<void> {
  const attempts = message.attempts + 1;
  const minutes = retryMinutes[attempts - 1];
  if (minutes === undefined)
    return end(runner, message, {
      to: 'failed',
      reason: `${reason} Delivery failed after ${String(attempts)} attempts.`,
    });
  await runner.transact(async (work) => {
    const change = {
      attempts,
      status_detail: `${describe(message, reason)} Next attempt in ${describeMinutes(minutes)}.`,
      open_recipients: message.open_recipients,
    };
    const isCurrent =
      message.status === 'queued'
        ? await updateQueuedMessage(work, message, change)
        : await moveMessage(
            work,
            { ...message, workspaceId: message.workspace_id },
            { to: 'queued', change },
          );
    // A delivery report may have changed the message; one that is no longer queued is left alone.
    await work.enqueue(
      deliverQueue,
      { workspaceId: message.workspace_id, messageId: message.id },
      { startAfter: addMinutes(work.now, minutes) },
    );
    if (isCurrent) await publishChange(work, message, 'queued');
  });
}

async function record(runner: WorkRunner, message: DeliveryRow, outcome: DeliveryOutcome): Promise<void> {
  if (outcome.kind === 'retry') return postpone(runner, message, outcome.reason);
  if (outcome.kind !== 'sent') return end(runner, message, { to: outcome.kind, reason: outcome.reason });
  const { rejected, isTemporary } = outcome;
  const partial = { ...message, open_recipients: [...rejected] };
  if (rejected.length === 0) return end(runner, partial, { to: 'sent', reason: null });
  const reason = 'The mail server rejected some recipients.';
  return isTemporary ? postpone(runner, partial, reason) : end(runner, partial, { to: 'failed', reason });
}

function describe(message: DeliveryRow, reason: string, isUncertain = false): string {
  const { open_recipients: open, to_addresses: to, cc_addresses: cc, bcc_addresses: bcc } = message;
  if (open === null) return reason;
  const result = isUncertain ? 'It may not have reached' : 'Not delivered to';
  const hasOthers = [...to, ...cc, ...bcc].some((address) => !isOpen(message, address));
  const others = hasOthers ? '; the other recipients have received it' : '';
  return `${reason} ${result} ${open.join(', ')}${others}.`;
}

function isOpen({ open_recipients: open }: DeliveryRow, address: string): boolean {
  return open === null || open.includes(address);
}

async function updateQueuedMessage(
  work: Work,
  message: DeliveryRow,
  change: { attempts: number; status_detail: string; open_recipients: string[] | null },
): Promise<boolean> {
  return updateMessage(work.db, {
    workspaceId: message.workspace_id,
    messageId: message.id,
    version: message.version,
    change,
  });
}

async function publishChange(
  work: Work,
  message: DeliveryRow,
  to: Ending['to'] | 'queued',
): Promise<string[]> {
  const key = { workspaceId: message.workspace_id, messageId: message.id };
  const customerIds = await listCustomerIds(work.db, key);
  await publishMessage(work, {
    ...key,
    version: message.version + 1,
    customerIds,
    businessId: await findBusinessId(work.db, key),
    ownerId: message.mailbox_owner_id,
    isForClient: message.bulk_run_id === null || to === 'sent',
  });
  return customerIds;
}

function describeMinutes(minutes: number): string {
  if (minutes === 1) return '1 minute';
  if (minutes < 60) return `${String(minutes)} minutes`;
  return minutes === 60 ? '1 hour' : `${String(minutes / 60)} hours`;
}
