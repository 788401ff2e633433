import { OutgoingBlockedError } from '#platform/outgoing/resolve.ts';
import { findOutgoingRules } from '#platform/outgoing/outgoing-rules.queries.ts';
import { guardedFetch } from '#platform/outgoing/guarded-fetch.ts';
import { addMinutes } from '#lib/clock.ts';
import { isArchived } from '#platform/installation/archived.queries.ts';
import type { JobDefinition } from '#platform/jobs.ts';
import { notify } from '#platform/notifications.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import { listAdminIds } from '#platform/session/session.queries.ts';
import { deliverQueue, isAbandoned, findNextAttempt } from './dispatch.ts';
import { findDelivery, writeAttempt, type Attempt, type DeliveryRow } from './deliveries.queries.ts';
import { openSecrets, createSignedHeaders } from './signature.ts';
import { findWebhook, lockWebhook, setHealth, type WebhookRow } from './webhooks.queries.ts';

type Parts = Pick<Platform, 'runner' | 'keyring' | 'config'>;

const timeoutMs = 10_000;
/** The retry interval for deliveries of an archived workspace. */
const restMinutes = 15;

export function webhookJobs(platform: Parts): JobDefinition[] {
  return [
    {
      queue: deliverQueue,
      concurrency: 8,
      maxPerWorkspace: 2,
      handler: async ({ workspaceId, id }) => {
        if (typeof workspaceId === 'string' && typeof id === 'string')
          await deliver(platform, { workspaceId, id });
      },
    },
  ];
}

/** Makes one attempt. A duplicate job finds the attempt already recorded. */
export async function deliver(platform: Parts, key: { workspaceId: string; id: string }): Promise<void> {
  const { runner } = platform;
  const delivery = await findDelivery(runner.db, key);
  if (delivery === null || delivery.status !== 'queued') return;
  const { workspaceId } = key;
  if (await isArchived(runner.db, workspaceId)) {
    await runner.transact((work) =>
      work.enqueue(deliverQueue, key, { startAfter: addMinutes(work.now, restMinutes) }),
    );
    return;
  }
  const webhook = await findWebhook(runner.db, { workspaceId, id: delivery.webhook_id });
  if (webhook === null) return;
  const answer = webhook.is_enabled
    ? await postDelivery(platform, { workspaceId, webhook, delivery })
    : { ...nothing, error: 'The webhook is off.', isFinal: true };
  await runner.transact((work) => recordResult(work, { workspaceId, webhook, delivery, answer }));
}

type DeliveryAttempt = {
  readonly workspaceId: string;
  readonly webhook: WebhookRow;
  readonly delivery: DeliveryRow;
};

type DeliveryResponse = {
  readonly isOk: boolean;
  readonly responseStatus: number | null;
  readonly error: string | null;
  /** No further attempts. */
  readonly isFinal: boolean;
};

const nothing = { isOk: false, responseStatus: null, error: null, isFinal: false };

async function postDelivery(
  platform: Parts,
  { workspaceId, webhook, delivery }: DeliveryAttempt,
): Promise<DeliveryResponse> {
  const { runner, config, keyring } = platform;
  const now = runner.clock.now();
  const { message_id: id, body } = delivery;
  const timestamp = Math.floor(now.getTime() / 1000);
  const secrets = openSecrets(keyring, { workspaceId, webhook, now });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Handover-Webhooks/1',
    ...createSignedHeaders({ id, timestamp, body, secrets }),
  };
  try {
    const responseStatus = await guardedFetch(
      webhook.url,
      { method: 'POST', headers, body, timeoutMs },
      await findOutgoingRules(runner.db, { workspaceId, config }),
    );
    const isOk = responseStatus >= 200 && responseStatus < 300;
    const error = isOk ? null : `Answered with status ${String(responseStatus)}`;
    return { isOk, responseStatus, error, isFinal: false };
  } catch (error) {
    return { ...nothing, error: getReason(error) };
  }
}

async function recordResult(
  work: Work,
  { workspaceId, webhook, delivery, answer }: DeliveryAttempt & { answer: DeliveryResponse },
): Promise<void> {
  const { id, attempts, tries_left: triesLeft } = delivery;
  const key = { workspaceId, id };
  const current = await lockWebhook(work.db, { workspaceId, id: webhook.id });
  const nextAttemptAt = answer.isOk || answer.isFinal ? null : findNextAttempt(triesLeft, work.now);
  const attempt: Attempt = {
    ...answer,
    status: answer.isOk ? 'delivered' : nextAttemptAt === null ? 'failed' : 'queued',
    triesLeft: nextAttemptAt === null ? 0 : triesLeft - 1,
    nextAttemptAt,
  };
  if (!(await writeAttempt(work.db, { ...key, attempts, attempt, now: work.now }))) return;
  if (nextAttemptAt !== null) await work.enqueue(deliverQueue, key, { startAfter: nextAttemptAt });
  // The response says nothing about a webhook that was changed or turned off while waiting for it.
  if (current !== null && current.is_enabled && current.version === webhook.version)
    await updateWebhookHealth(work, { workspaceId, webhook: current, answer });
  work.publish({ workspaceId, noun: 'workspace', id: webhook.id });
}

/** Turns off a webhook that responds 410 or fails for days, and notifies the administrators. */
async function updateWebhookHealth(
  work: Work,
  { workspaceId, webhook, answer }: { workspaceId: string; webhook: WebhookRow; answer: DeliveryResponse },
): Promise<void> {
  if (answer.isFinal) return;
  const { id } = webhook;
  const failingSince = answer.isOk ? null : (webhook.failing_since ?? work.now);
  const disabledReason =
    answer.responseStatus === 410
      ? 'The receiver responded 410 Gone.'
      : isAbandoned(failingSince, work.now)
        ? `Every attempt failed for three days. Last error: ${answer.error ?? 'no response'}`
        : null;
  if (failingSince !== webhook.failing_since || disabledReason !== null)
    await setHealth(work.db, { workspaceId, id, failingSince, disabledReason });
  if (disabledReason === null) return;
  await notify(work, {
    workspaceId,
    userIds: await listAdminIds(work.db, workspaceId),
    type: 'webhook.disabled',
    title: `The webhook to ${new URL(webhook.url).host} was turned off. ${disabledReason}`,
    customerId: null,
  });
}

function getReason(error: unknown): string {
  if (error instanceof OutgoingBlockedError) return error.message;
  if (!(error instanceof Error)) return 'The connection failed.';
  if (error.name === 'TimeoutError') return `No response within ${String(timeoutMs / 1000)} seconds.`;
  return `The connection failed: ${toPrintable(error.message).slice(0, 200)}`;
}

/** Removes control characters; PostgreSQL cannot store NUL. */
function toPrintable(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '');
}
