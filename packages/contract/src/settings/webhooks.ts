import * as z from 'zod/mini';
import { activityTypes } from '../records/activities.ts';
import { id, idParams, line, page, paging, timestamp, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/** Sent on request, to check whether a URL responds. */
export const testEvent = 'webhook.test';

export const deliveryStatuses = ['queued', 'delivered', 'failed'] as const;

/**
 * A URL that receives events. Messages are signed as described at standardwebhooks.com: `webhook-id`,
 * `webhook-timestamp` (seconds) and `webhook-signature: v1,<base64 HMAC-SHA256 of "id.timestamp.body">`.
 */
export const webhook = z.object({
  id,
  url: z.string(),
  description: z.nullable(z.string()),
  events: z.array(z.enum(activityTypes)),
  isEnabled: z.boolean(),
  /** Why it was disabled; null if a user did it. */
  disabledReason: z.nullable(z.string()),
  /** When the current series of failed attempts began. */
  failingSince: z.nullable(timestamp),
  /** Until when the previous secret also signs, after a rotation. */
  oldSecretUntil: z.nullable(timestamp),
  createdAt: timestamp,
  version,
});
export type Webhook = z.infer<typeof webhook>;

export const webhookDelivery = z.object({
  id,
  webhookId: id,
  /** The `webhook-id` header: the same for every attempt. */
  messageId: id,
  type: z.enum([...activityTypes, testEvent]),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  responseStatus: z.nullable(z.int()),
  error: z.nullable(z.string()),
  createdAt: timestamp,
  lastAttemptAt: z.nullable(timestamp),
  nextAttemptAt: z.nullable(timestamp),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const url = line(2000).check(
  z.regex(/^https?:\/\/[^\s/?#]/i, 'Enter a URL that starts with https://'),
  z.refine(
    (value) => !/^https?:\/\/[^/?#\\]*@/i.test(value),
    'Remove the user name and password from the URL',
  ),
);
const events = z.array(z.enum(activityTypes)).check(
  z.minLength(1, 'Choose at least one'),
  z.maxLength(activityTypes.length),
  z.refine((kinds) => new Set(kinds).size === kinds.length, 'Duplicates are not allowed'),
);
const description = z.nullable(line(200));

export const createWebhookBody = z.strictObject({ url, description: z.optional(description), events });
export const updateWebhookBody = z.strictObject({
  version,
  url: z.optional(url),
  description: z.optional(description),
  events: z.optional(events),
  isEnabled: z.optional(z.boolean()),
});

const one = z.object({ webhook });
const withSecret = z.object({ webhook, secret: z.string() });

export const listWebhooks = defineEndpoint({
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhooks',
  access: member('ADMIN'),
  status: 200,
  response: z.object({ webhooks: z.array(webhook) }),
});
export const createWebhook = defineEndpoint({
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook; its secret is returned only once',
  access: member('ADMIN'),
  status: 201,
  body: createWebhookBody,
  response: withSecret,
});
export const updateWebhook = defineEndpoint({
  method: 'PATCH',
  path: '/webhooks/{id}',
  summary: 'Update a webhook, or turn it on or off',
  access: member('ADMIN'),
  status: 200,
  params: idParams,
  body: updateWebhookBody,
  response: one,
});
export const deleteWebhook = defineEndpoint({
  method: 'DELETE',
  path: '/webhooks/{id}',
  summary: 'Delete a webhook and its log',
  access: member('ADMIN'),
  status: 204,
  params: idParams,
});
export const rotateWebhookSecret = defineEndpoint({
  method: 'POST',
  path: '/webhooks/{id}/secret',
  summary: 'Rotate the secret; the previous one is valid for 24 hours',
  access: member('ADMIN'),
  status: 200,
  params: idParams,
  response: withSecret,
});
export const testWebhook = defineEndpoint({
  method: 'POST',
  path: '/webhooks/{id}/test',
  summary: 'Send a test event',
  access: member('ADMIN'),
  status: 202,
  params: idParams,
  response: z.object({ delivery: webhookDelivery }),
});
export const listDeliveries = defineEndpoint({
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  summary: 'List deliveries of a webhook, newest first',
  access: member('ADMIN'),
  status: 200,
  params: idParams,
  query: z.strictObject({ status: z.optional(z.enum(deliveryStatuses)), ...paging }),
  response: z.object({ deliveries: z.array(webhookDelivery), ...page }),
});
export const redeliverWebhook = defineEndpoint({
  method: 'POST',
  path: '/webhook-deliveries/{id}/redeliver',
  summary: 'Resend a delivery with the same ID',
  access: member('ADMIN'),
  status: 202,
  params: idParams,
  response: z.object({ delivery: webhookDelivery }),
});
