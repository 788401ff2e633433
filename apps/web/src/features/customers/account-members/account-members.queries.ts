import { listAccountMembers, listAccounts, type AccountParty } from '@handover/contract/account-members.ts';
import { send } from '#shared/api/client.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';

/** People of an account, or accounts of a person. */
export type Side = 'account' | 'person';

export interface PartyPage {
  parties: AccountParty[];
  total: number;
  nextCursor: string | null;
}

const limit = 10;

/** The other side of a customer's memberships, by name. */
export const partiesQuery = (side: Side, id: string): PagesFor<PartyPage> =>
  pagesQuery({
    queryKey: ['customer', id, 'memberships', side],
    fetchPage: async ({ cursor, signal }) => {
      const input = { params: { id }, query: { limit, ...(cursor !== undefined && { cursor }) } };
      if (side === 'account') {
        const { members, total, nextCursor } = await send(listAccountMembers, input, { signal });
        return { parties: members, total, nextCursor };
      }
      const { accounts, total, nextCursor } = await send(listAccounts, input, { signal });
      return { parties: accounts, total, nextCursor };
    },
  });
