import { setTimeout as wait } from 'node:timers/promises';
import type { DeliveryOutcome } from '#adapters/mail/transport.ts';
import { addMinutes } from '#lib/clock.ts';
import type { Work, WorkRunner } from '#platform/work.ts';
import { notifyMishap } from '../notices/mail-notifications.ts';
import { publishMessage, recordMessage } from '../message-notices.ts';
import { moveMessage } from '../message-state.ts';
import { findBusinessId, listCustomerIds, updateMessage } from '../messages.queries.ts';
import { deliverQueue } from './deliver-queue.ts';
import type { DeliveryRow } from './outgoing.queries.ts';

/** Minutes before the next attempt; a day in all. */
const retryMinutes = [1, 5, 15, 60, 240, 240, 240, 240, 360];
const recordAgainMs = [200, 1_000, 5_000];

type Settlement = {
  readonly to: 'sent' | 'failed' | 'uncertain' | 'undelivered';
  readonly detail: string | null;
  /** Kept back by us, and not by a mail server. */
  readonly isHeld?: boolean;
};

/**
 * Writes down what became of a message that was handed over. The database may be gone just then, and
 * what is not written down counts as uncertain, so it is tried for a while.
 */
export async function recordOutcome(
  runner: WorkRunner,
  message: DeliveryRow,
  outcome: DeliveryOutcome,
): Promise<void> {
  for (const delayMs of [...recordAgainMs, null]) {
    try {
      return await record(runner, message, outcome);
    } catch (error) {
      if (delayMs === null) throw error;
      await wait(delayMs);
    }
  }
}

/** Puts a message in the state in which it stays until a person acts. Does nothing when it has changed meanwhile. */
export async function settle(
  runner: WorkRunner,
  message: DeliveryRow,
  { to, detail, isHeld = false }: Settlement,
): Promise<void> {
  await runner.transact(async (work) => {
    const hasMoved = await moveMessage(
      work,
      { ...message, workspaceId: message.workspace_id },
      { to, change: { status_detail: detail, ...(to === 'sent' ? { sent_at: work.now } : {}) } },
    );
    if (!hasMoved) return;
    const customerIds = await tell(work, message, { isForClient: to === 'sent' });
    const key = { workspaceId: message.workspace_id, messageId: message.id };
    await recordMessage(
      work,
      { ...key, customerIds },
      {
        type: to === 'sent' ? 'email.sent' : 'email.failed',
        actorId: to === 'sent' ? message.author_id : null,
        detail: { status: to },
      },
    );
    if (to === 'failed' || to === 'uncertain')
      await notifyMishap(work, {
        workspaceId: message.workspace_id,
        messageId: message.id,
        ownerId: message.mailbox_owner_id,
        authorId: message.author_id,
        mishap: isHeld ? 'held' : to,
      });
  });
}

/** Puts a message off to its next attempt, or gives it up after the last. */
export async function postpone(runner: WorkRunner, message: DeliveryRow, reason: string): Promise<void> {
  const attempts = message.attempts + 1;
  const minutes = retryMinutes[attempts - 1];
  if (minutes === undefined)
    return settle(runner, message, {
      to: 'failed',
      detail: `${reason} Given up after ${String(attempts)} attempts.`,
    });
  await runner.transact(async (work) => {
    const change = { attempts, status_detail: `${reason} Next attempt in ${describeMinutes(minutes)}.` };
    const isCurrent =
      message.status === 'queued'
        ? await stayQueued(work, message, change)
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
    await tell(work, message, { isForClient: false });
  });
}

async function record(runner: WorkRunner, message: DeliveryRow, outcome: DeliveryOutcome): Promise<void> {
  if (outcome.kind === 'retry') return postpone(runner, message, outcome.reason);
  if (outcome.kind !== 'sent') return settle(runner, message, { to: outcome.kind, detail: outcome.reason });
  return settle(runner, message, {
    to: 'sent',
    detail:
      outcome.rejected.length === 0
        ? null
        : `The mail server did not take it for ${outcome.rejected.join(', ')}.`,
  });
}

async function stayQueued(
  work: Work,
  message: DeliveryRow,
  change: { attempts: number; status_detail: string },
): Promise<boolean> {
  return updateMessage(work.db, {
    workspaceId: message.workspace_id,
    messageId: message.id,
    version: message.version,
    change,
  });
}

async function tell(
  work: Work,
  message: DeliveryRow,
  { isForClient }: { isForClient: boolean },
): Promise<string[]> {
  const key = { workspaceId: message.workspace_id, messageId: message.id };
  const customerIds = await listCustomerIds(work.db, key);
  publishMessage(work, {
    ...key,
    version: message.version + 1,
    customerIds,
    businessId: await findBusinessId(work.db, key),
    ownerId: message.mailbox_owner_id,
    isForClient,
  });
  return customerIds;
}

function describeMinutes(minutes: number): string {
  if (minutes === 1) return 'a minute';
  if (minutes < 60) return `${String(minutes)} minutes`;
  return minutes === 60 ? 'an hour' : `${String(minutes / 60)} hours`;
}
