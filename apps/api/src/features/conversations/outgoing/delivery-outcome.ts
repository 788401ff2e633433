import { setTimeout as wait } from 'node:timers/promises';
import type { DeliveryOutcome } from '#adapters/mail/transport.ts';
import { addMinutes } from '#lib/clock.ts';
import type { Work, WorkRunner } from '#platform/work.ts';
import { notifyDeliveryProblem, publishMessage, recordMessage } from '../message-notices.ts';
import { moveMessage } from '../conversations.presenter.ts';
import { findBusinessId, listCustomerIds, updateMessage } from '../messages.queries.ts';
import { deliverQueue } from './send-email.service.ts';
import type { DeliveryRow } from './outgoing.queries.ts';

/** Minutes before each retry; about a day in total. */
const retryMinutes = [1, 5, 15, 60, 240, 240, 240, 240, 360];
const recordRetryMs = [200, 1_000, 5_000];

type FinalState = {
  readonly to: 'sent' | 'failed' | 'uncertain' | 'undelivered';
  readonly detail: string | null;
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

/** Moves a message to a final state. Does nothing if the message has since changed. */
export async function finalize(
  runner: WorkRunner,
  message: DeliveryRow,
  { to, detail, isBlocked = false }: FinalState,
): Promise<void> {
  await runner.transact(async (work) => {
    const hasMoved = await moveMessage(
      work,
      { ...message, workspaceId: message.workspace_id },
      {
        to,
        change: {
          status_detail: detail,
          open_recipients: message.open_recipients,
          ...(to === 'sent' ? { sent_at: work.now } : {}),
        },
      },
    );
    if (!hasMoved) return;
    const customerIds = await publishChange(work, message, to);
    const key = { workspaceId: message.workspace_id, messageId: message.id };
    await recordMessage(
      work,
      { ...key, customerIds },
      {
        type: to === 'sent' ? 'email.sent' : 'email.failed',
        actorId: to === 'sent' || message.bulk_run_id !== null ? message.author_id : null,
        detail: { status: to, ...(message.bulk_run_id !== null && { bulkRunId: message.bulk_run_id }) },
      },
    );
    const isPartial = to === 'sent' && message.to_addresses.some((address) => isOpen(message, address));
    if (to !== 'sent' || isPartial)
      await notifyDeliveryProblem(work, {
        workspaceId: message.workspace_id,
        messageId: message.id,
        ownerId: message.mailbox_owner_id,
        authorId: message.author_id,
        problem: isBlocked ? 'held' : to === 'sent' ? 'partial' : to,
        bulkRunId: message.bulk_run_id,
      });
  });
}

/** Schedules the next attempt, or fails the message after the last one. */
export async function postpone(runner: WorkRunner, message: DeliveryRow, reason: string): Promise<void> {
  const attempts = message.attempts + 1;
  const minutes = retryMinutes[attempts - 1];
  if (minutes === undefined)
    return end(runner, message, `${reason} Delivery failed after ${String(attempts)} attempts.`);
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
    if (!isCurrent) return;
    await work.enqueue(
      deliverQueue,
      { workspaceId: message.workspace_id, messageId: message.id },
      { startAfter: addMinutes(work.now, minutes) },
    );
    await publishChange(work, message, 'queued');
  });
}

async function record(runner: WorkRunner, message: DeliveryRow, outcome: DeliveryOutcome): Promise<void> {
  if (outcome.kind === 'retry') return postpone(runner, message, outcome.reason);
  if (outcome.kind === 'failed') return end(runner, message, outcome.reason);
  if (outcome.kind !== 'sent') return finalize(runner, message, { to: outcome.kind, detail: outcome.reason });
  const { rejected, isTemporary } = outcome;
  if (rejected.length === 0)
    return finalize(runner, { ...message, open_recipients: null }, { to: 'sent', detail: null });
  const partial = { ...message, open_recipients: [...rejected] };
  const reason = 'The mail server rejected some recipients.';
  return isTemporary ? postpone(runner, partial, reason) : end(runner, partial, reason);
}

/** Ends a delivery that did not reach everyone: as sent if one of the main recipients has received it. */
async function end(runner: WorkRunner, message: DeliveryRow, reason: string): Promise<void> {
  const isSent = message.to_addresses.some((address) => !isOpen(message, address));
  return finalize(runner, message, { to: isSent ? 'sent' : 'failed', detail: describe(message, reason) });
}

function describe({ open_recipients: open }: DeliveryRow, reason: string): string {
  return open === null
    ? reason
    : `${reason} Not delivered to ${open.join(', ')}; the other recipients have received it.`;
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
  to: FinalState['to'] | 'queued',
): Promise<string[]> {
  const key = { workspaceId: message.workspace_id, messageId: message.id };
  const customerIds = await listCustomerIds(work.db, key);
  publishMessage(work, {
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
