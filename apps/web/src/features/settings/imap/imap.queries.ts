import { getImapAccount, type ImapAccount, type ImapOwner } from '@handover/contract/imap-accounts.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** How a mailbox is read by IMAP; null while it is not. */
export const imapAccountQuery = (of: ImapOwner): QueryFor<ImapAccount | null> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'imap-account', of],
    queryFn: async ({ signal }) => (await send(getImapAccount, { params: { of } }, { signal })).imapAccount,
  });
