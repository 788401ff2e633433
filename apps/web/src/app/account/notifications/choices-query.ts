import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { getNotificationChoices } from '@handover/contract/notification-choices.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** How the user hears of each kind of notification in this workspace. */
export const choicesQuery = (): QueryFor<ResponseOf<typeof getNotificationChoices>> =>
  oneQuery({
    queryKey: ['account', 'notifications'],
    queryFn: ({ signal }) => send(getNotificationChoices, {}, { signal }),
  });
