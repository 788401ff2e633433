import { addMinutes } from '#lib/clock.ts';
import { newId } from '#lib/ids.ts';
import type { Work, WorkRunner } from '#platform/work.ts';
import {
  claimPending,
  deleteOldDeliveries,
  findEvent,
  insertDelivery,
  listWorkspaceIds,
  type PendingEvent,
} from './deliveries.queries.ts';
import { findWebhook } from './webhooks.queries.ts';

export const deliverQueue = 'webhooks.deliver';

const eventsPerRun = 200;
const retentionMinutes = 30 * 24 * 60;

/** Creates deliveries for pending events and returns the number of events. */
export async function dispatchEvents(runner: WorkRunner): Promise<number> {
  return runner.transact(async (work) => {
    const events = await claimPending(work.db, eventsPerRun);
    for (const event of events) await dispatch(work, event);
    return events.length;
  });
}

/** Deletes deliveries older than 30 days, one workspace at a time. */
export async function deleteExpiredDeliveries({ db, clock }: WorkRunner): Promise<void> {
  const before = addMinutes(clock.now(), -retentionMinutes);
  for (const workspaceId of await listWorkspaceIds(db))
    await deleteOldDeliveries(db, { workspaceId, before });
}

type NewDelivery = { workspaceId: string; webhookId: string; messageId: string; type: string; body: string };

/** Queues a delivery and returns its id. */
export async function queueDelivery(work: Work, delivery: NewDelivery): Promise<string> {
  const id = newId();
  const { workspaceId } = delivery;
  await insertDelivery(work.db, { ...delivery, id, triesLeft: attemptsPerDelivery - 1, now: work.now });
  await work.enqueue(deliverQueue, { workspaceId, id });
  return id;
}

/** The body contains only ids and basic facts; receivers fetch the rest with an API key. */
export function createMessageBody(message: {
  type: string;
  time: Date;
  data: Record<string, unknown>;
}): string {
  return JSON.stringify({ type: message.type, timestamp: message.time.toISOString(), data: message.data });
}

async function dispatch(work: Work, event: PendingEvent): Promise<void> {
  const workspaceId = event.workspace_id;
  const activity = await findEvent(work.db, { workspaceId, id: event.activity_id });
  // Turned off or removed in the meantime.
  const webhook = await findWebhook(work.db, { workspaceId, id: event.webhook_id });
  if (activity === null || webhook?.is_enabled !== true) return;
  const { id, type, occurred_at: time } = activity;
  const data = {
    id,
    workspaceId,
    customerId: activity.customer_id,
    subject: { kind: activity.subject_kind, id: activity.subject_id },
    actorId: activity.actor_id,
    detail: activity.detail,
  };
  const body = createMessageBody({ type, time, data });
  await queueDelivery(work, { workspaceId, webhookId: webhook.id, messageId: id, type, body });
}

/** Minutes until each further attempt, as the Standard Webhooks specification proposes: ten attempts in three days. */
const retryMinutes = [0.1, 5, 30, 120, 300, 600, 840, 1200, 1440] as const;

export const attemptsPerDelivery = retryMinutes.length + 1;

/** How long a webhook may fail at every attempt before it is switched off. */
const patienceMinutes = 3 * 24 * 60;

/** When a failed delivery with this many attempts left is tried again; null if none are left. */
export function findNextAttempt(triesLeft: number, now: Date): Date | null {
  const minutes = triesLeft === 0 ? undefined : retryMinutes[retryMinutes.length - triesLeft];
  return minutes === undefined ? null : addMinutes(now, minutes);
}

/** Whether a webhook has failed for so long that it seems abandoned. */
export function isAbandoned(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && now >= addMinutes(failingSince, patienceMinutes);
}
