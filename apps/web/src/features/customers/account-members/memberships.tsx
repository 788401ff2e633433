import {
  type AccountParty,
  listAccountMembers,
  listAccounts,
} from '@handover/contract/customers/account-members.ts';
import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { RailButton, RailItem, RailPanel } from '#shared/records/page/rail.tsx';
import { useMembershipMutations } from './use-membership-mutations.ts';
import { LoadMore } from '#shared/lists/paged-panel.tsx';
import { send } from '#shared/api/client.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';

const MemberDialog = lazy(() => import('./member-dialog.tsx'));

const words = {
  account: { title: 'Members', nothing: 'No members yet', add: 'Add member' },
  person: { title: 'Accounts', nothing: 'Not a member of any account', add: 'Add to an account' },
} as const;

/** The people of a corporate account on its page, or the accounts of a person on theirs. */
export default function Memberships({ customer }: { customer: CustomerDetail }): ReactElement {
  const side: Side = customer.accountType === 'Corporate' ? 'account' : 'person';
  const query = useInfiniteQuery(partiesQuery(side, customer.id));
  const [dialog, setDialog] = useState<{ party: AccountParty | null } | null>(null);
  const { title, nothing, add } = words[side];
  const { canUpdate } = customer.abilities;
  const pages = query.data?.pages;
  const parties = pages?.flatMap((page) => page.parties);
  return (
    <RailPanel
      title={title}
      action={
        canUpdate && (
          <RailButton label={add} onClick={() => setDialog({ party: null })}>
            Add
          </RailButton>
        )
      }
      count={parties?.length}
      error={query.error}
      onRetry={() => void query.refetch()}
      nothing={nothing}
      more={
        <>
          <LoadMore query={query} shown={parties?.length ?? 0} total={pages?.[0]?.total ?? 0} />
          {dialog !== null && (
            <Suspense>
              <MemberDialog
                side={side}
                customerId={customer.id}
                party={dialog.party}
                onClose={() => setDialog(null)}
              />
            </Suspense>
          )}
        </>
      }
    >
      {parties?.map((party) => (
        <RailItem
          key={party.id}
          picture={<Avatar name={party.name} photoUrl={party.avatarUrl} size={32} />}
          name={party.name}
          to={`/admin/users/view/${party.id}`}
          second={[party.title, party.email ?? party.phone]
            .filter((text) => text !== null)
            .map((text) => (
              <span key={text}>{text}</span>
            ))}
          end={
            canUpdate && (
              <PartyMenu
                party={party}
                customerId={customer.id}
                side={side}
                onEdit={() => setDialog({ party })}
              />
            )
          }
        />
      ))}
    </RailPanel>
  );
}

interface PartyMenuProps {
  party: AccountParty;
  customerId: string;
  side: Side;
  onEdit: () => void;
}

function PartyMenu({ party, customerId, side, onEdit }: PartyMenuProps): ReactElement {
  const { remove } = useMembershipMutations();
  const [accountId, memberId] = side === 'account' ? [customerId, party.id] : [party.id, customerId];
  return (
    <MenuButton
      label={`${party.name}’s membership`}
      isIconOnly
      actions={[
        { label: 'Change title', onSelect: onEdit },
        {
          label: 'End membership',
          onSelect: () => remove({ accountId, memberId, title: party.title }, party.name),
        },
      ]}
    />
  );
}

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
