import { listLicenses, type License } from '@handover/contract/settings/licenses.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** The licenses of a business, or of the brokerage if null, earliest expiration first. */
export const licensesQuery = (businessId: string | null): QueryFor<License[]> =>
  oneQuery({
    // Refreshed by live notices about the record that the licenses belong to.
    queryKey: businessId === null ? ['workspace', 'licenses'] : ['business', 'all', 'licenses', businessId],
    queryFn: async ({ signal }) =>
      (await send(listLicenses, { query: businessId === null ? {} : { businessId } }, { signal })).licenses,
  });
