import * as contract from '@handover/contract/customers/account-members.ts';
import type { Keyring } from '#lib/keyring.ts';
import { paginate, type Page } from '#lib/pagination.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { countParties, listPartyRows, type PartyRow, type Side } from './account-members.queries.ts';
import { presentParty, saveAccountMember, removeAccountMember } from './account-members.service.ts';
import { getCustomerRef } from '../customers.public.ts';

export function accountMemberRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(contract.listAccountMembers, async ({ actor, params, query, work }) => {
    const side = { of: 'account', customerId: params.id } as const;
    const { rows, total, nextCursor } = await list({ work, actor, keyring }, { side, ...query });
    return { members: rows.map(presentParty), total, nextCursor };
  });
  routes.add(contract.listAccounts, async ({ actor, params, query, work }) => {
    const side = { of: 'person', customerId: params.id } as const;
    const { rows, total, nextCursor } = await list({ work, actor, keyring }, { side, ...query });
    return { accounts: rows.map(presentParty), total, nextCursor };
  });
  routes.add(contract.saveAccountMember, async ({ actor, params, body, work }) => ({
    member: await saveAccountMember(work, actor, {
      corporateId: params.id,
      memberId: params.memberId,
      title: body.title,
    }),
  }));
  routes.add(contract.removeAccountMember, async ({ actor, params, work }) =>
    removeAccountMember(work, actor, { corporateId: params.id, memberId: params.memberId }),
  );
}

async function list(
  { work, actor, keyring }: { work: Work; actor: Member; keyring: Keyring },
  { side, limit, cursor }: { side: Side; limit: number; cursor?: string | undefined },
): Promise<Page<PartyRow>> {
  await getCustomerRef(work.db, actor, side.customerId);
  return paginate(keyring, {
    limit,
    cursor,
    viewer: actor,
    binding: ['account-members', side],
    fetch: (slice) => listPartyRows(work.db, actor, { side, ...slice }),
    count: () => countParties(work.db, actor, side),
    positionOf: (row) => [row.name_sort, row.id],
  });
}
