import { listSessions } from '@handover/contract/auth/auth.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { getAccountSecurity, type AccountSecurity } from '@handover/contract/auth/account-security.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useSessionActions } from '#shared/session/session-context.tsx';
import { getNotificationChoices } from '@handover/contract/notifications/notification-choices.ts';

export const sessionsQuery = (): QueryFor<ResponseOf<typeof listSessions>> =>
  oneQuery({
    queryKey: ['account', 'sessions'],
    queryFn: ({ signal }) => send(listSessions, {}, { signal }),
  });

export const securityQuery = (): QueryFor<AccountSecurity> =>
  oneQuery({
    queryKey: ['account', 'security'],
    queryFn: async ({ signal }) => (await send(getAccountSecurity, {}, { signal })).security,
  });

/** Refreshes the security settings, and the profile for the two-step requirement. */
export function useSecurityRefresh(): () => Promise<void> {
  const client = useQueryClient();
  const { refresh } = useSessionActions();
  return async () => {
    await Promise.all([client.invalidateQueries(securityQuery()), refresh()]);
  };
}

export const choicesQuery = (): QueryFor<ResponseOf<typeof getNotificationChoices>> =>
  oneQuery({
    queryKey: ['account', 'notifications'],
    queryFn: ({ signal }) => send(getNotificationChoices, {}, { signal }),
  });
