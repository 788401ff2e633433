import { getMailAccount, type MailAccount } from '@handover/contract/mail-account.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** The shared mailbox and its server. */
export const mailAccountQuery = (): QueryFor<MailAccount> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'mail-account'],
    queryFn: async ({ signal }) => (await send(getMailAccount, {}, { signal })).mailAccount,
  });
