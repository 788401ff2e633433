import { listSessions } from '@handover/contract/auth.ts';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../../shared/api/client.ts';

/** The devices the user is signed in on. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['account', 'sessions'],
    queryFn: ({ signal }) => send(listSessions, {}, { signal }),
  });
