import { activityTypes } from '@handover/contract/records/activities.ts';
import { testEvent, type Webhook, type WebhookDelivery } from '@handover/contract/settings/webhooks.ts';
import type { DeliveryRow } from './deliveries.queries.ts';
import type { WebhookRow } from './webhooks.queries.ts';

/** A webhook without its secrets. */
export function presentWebhook(row: WebhookRow, now: Date): Webhook {
  const isOldInUse = row.old_secret_until !== null && row.old_secret_until > now;
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: activityTypes.filter((type) => row.events.includes(type)),
    isEnabled: row.is_enabled,
    disabledReason: row.disabled_reason,
    failingSince: row.failing_since?.toISOString() ?? null,
    oldSecretUntil: isOldInUse ? (row.old_secret_until?.toISOString() ?? null) : null,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  };
}

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    messageId: row.message_id,
    type: activityTypes.find((type) => type === row.type) ?? testEvent,
    status: row.status,
    attempts: row.attempts,
    responseStatus: row.response_status,
    error: row.error,
    createdAt: row.created_at.toISOString(),
    lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  };
}
