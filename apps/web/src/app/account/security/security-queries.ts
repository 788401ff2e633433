import { getAccountSecurity, type AccountSecurity } from '@handover/contract/account-security.ts';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '#shared/api/client.ts';
import { useSessionActions } from '#shared/session/session-context.tsx';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** How the own account is held: address, second factor, passkeys. */
export const securityQuery = (): QueryFor<AccountSecurity> =>
  oneQuery({
    queryKey: ['account', 'security'],
    queryFn: async ({ signal }) => (await send(getAccountSecurity, {}, { signal })).security,
  });

/** Fetches anew what was just changed, and whether that is what the workspace asks for. */
export function useSecurityRefresh(): () => Promise<void> {
  const client = useQueryClient();
  const { refresh } = useSessionActions();
  return async () => {
    await Promise.all([client.invalidateQueries(securityQuery()), refresh()]);
  };
}
