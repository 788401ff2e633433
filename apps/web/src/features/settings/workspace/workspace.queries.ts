import { getWorkspaceSettings, type WorkspaceSettings } from '@handover/contract/workspace-settings.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** The settings of the workspace, kept fresh by its live notices. */
export const workspaceQuery = (): QueryFor<WorkspaceSettings> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'settings'],
    queryFn: async ({ signal }) => (await send(getWorkspaceSettings, {}, { signal })).workspace,
  });
