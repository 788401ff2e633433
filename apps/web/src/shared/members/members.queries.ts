import { listMembers, type WorkspaceMember } from '@handover/contract/workspaces.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** The staff of the workspace, for pickers and mentions. */
export const membersQuery = (): QueryFor<WorkspaceMember[]> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'members'],
    queryFn: async ({ signal }) => (await send(listMembers, {}, { signal })).members,
    staleTime: 5 * 60_000,
  });
