import type { ResponseOf } from '@handover/contract/endpoint.ts';
import {
  listDeliveries,
  listWebhooks,
  type Webhook,
  type WebhookDelivery,
} from '@handover/contract/webhooks.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '#shared/api/query-factory.ts';

export const webhooksQuery = (): QueryFor<Webhook[]> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'webhooks'],
    queryFn: async ({ signal }) => (await send(listWebhooks, {}, { signal })).webhooks,
  });

/** What was sent to a webhook, newest first. */
export const deliveriesQuery = (
  id: string,
  status: WebhookDelivery['status'] | undefined,
): PagesFor<ResponseOf<typeof listDeliveries>> =>
  pagesQuery({
    queryKey: ['workspace', 'all', 'deliveries', id, status ?? 'any'],
    fetchPage: ({ cursor, signal }) =>
      send(listDeliveries, { params: { id }, query: { cursor, status } }, { signal }),
  });
