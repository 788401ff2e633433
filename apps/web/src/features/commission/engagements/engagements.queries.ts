import {
  getCommissionSettings,
  type CommissionSettings,
} from '@handover/contract/commission/commission-settings.ts';
import { listEngagementLetters } from '@handover/contract/businesses/engagement-letters.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useChange, type ChangeOptions } from '#shared/api/use-change.ts';

export const engagementQuery = (businessId: string): QueryFor<ResponseOf<typeof listEngagementLetters>> =>
  oneQuery({
    queryKey: ['business', 'all', 'engagement', businessId],
    queryFn: ({ signal }) => send(listEngagementLetters, { params: { id: businessId } }, { signal }),
  });

export const commissionSettingsQuery = (): QueryFor<CommissionSettings> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'commission-settings'],
    queryFn: async ({ signal }) => (await send(getCommissionSettings, {}, { signal })).commissionSettings,
  });

/** A mutation of letters or protected buyers. Expected commissions depend on them and are reloaded. */
export function useEngagementChange<T>(
  change: ChangeOptions<T, unknown>,
): ReturnType<typeof useChange<T, unknown>> {
  return useChange(['business', 'commission'], change);
}
