import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { getHoldings, listPeople, type Holdings, type Person } from '@handover/contract/settings/members.ts';
import { listInvitations } from '@handover/contract/settings/workspaces.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import type { Role } from '@handover/contract/auth/roles.ts';

export const peopleQuery = (): QueryFor<Person[]> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'people'],
    queryFn: async ({ signal }) => (await send(listPeople, {}, { signal })).people,
  });

export type Invitation = ResponseOf<typeof listInvitations>['invitations'][number];

export const invitationsQuery = (): QueryFor<Invitation[]> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'invitations'],
    queryFn: async ({ signal }) => (await send(listInvitations, {}, { signal })).invitations,
  });

export const holdingsQuery = (id: string): QueryFor<Holdings> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'holdings', id],
    queryFn: async ({ signal }) => (await send(getHoldings, { params: { id } }, { signal })).holdings,
  });

export const roleNames = {
  CLIENT: 'Client',
  STAFF: 'Staff',
  ADMIN: 'Admin',
  SUPERADMIN: 'Superadmin',
} as const satisfies Record<Role, string>;
