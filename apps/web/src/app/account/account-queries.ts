import { listSessions } from '@handover/contract/auth.ts';
import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** The devices the user is signed in on. */
export const sessionsQuery = (): QueryFor<ResponseOf<typeof listSessions>> =>
  oneQuery({
    queryKey: ['account', 'sessions'],
    queryFn: ({ signal }) => send(listSessions, {}, { signal }),
  });
