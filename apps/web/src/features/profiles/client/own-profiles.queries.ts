import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import type { listOwnProfiles, ProfileKind } from '@handover/contract/profiles.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

// Without the contract's schemas, which the dashboard would load.
const listCall: CallOf<typeof listOwnProfiles> = { method: 'GET', path: '/own-profiles' };

/** Profiles for the client to approve, and the CIMs that they may read. */
export const ownProfilesQuery = (): QueryFor<ResponseOf<typeof listOwnProfiles>> =>
  oneQuery({
    queryKey: ['business', 'all', 'own-profiles'],
    queryFn: ({ signal }) => send(listCall, {}, { signal }),
  });

/** Within a sentence. */
export function formatKind(kind: ProfileKind): string {
  return kind === 'cim' ? 'CIM' : 'teaser';
}
