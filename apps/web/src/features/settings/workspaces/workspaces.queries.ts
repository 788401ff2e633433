import {
  listWorkspaces,
  workspaceStates,
  type InstallationWorkspace,
  type WorkspaceState,
} from '@handover/contract/installation/installation-workspaces.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useNavigate } from 'react-router';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useSessionActions } from '#shared/session/session-context.tsx';

export interface WorkspaceSearch {
  q: string;
  state: WorkspaceState;
}

/** Reads the search from the URL; defaults to active workspaces. */
export function parseSearch(search: URLSearchParams): WorkspaceSearch {
  const state = workspaceStates.find((known) => known === search.get('state')) ?? 'active';
  return { q: (search.get('q') ?? '').slice(0, 200), state };
}

export const workspacesQuery = ({ q, state }: WorkspaceSearch): PagesFor<ResponseOf<typeof listWorkspaces>> =>
  pagesQuery({
    queryKey: ['workspace', 'all', 'installation', state, q],
    fetchPage: ({ cursor, signal }) =>
      send(listWorkspaces, { query: { state, ...(q !== '' && { q }), cursor } }, { signal }),
  });

/** Refreshes the lists and the workspace menu. */
export function useRefreshWorkspaces(): () => void {
  const refresh = useRefresh();
  const { refresh: refreshProfile } = useSessionActions();
  return () => {
    refresh({ noun: 'workspace', customerId: null });
    void refreshProfile();
  };
}

/** Switches to another workspace and opens one of its settings pages. */
export function useOpenWorkspace(): (
  workspace: Pick<InstallationWorkspace, 'id'>,
  section: string,
) => Promise<void> {
  const { switchWorkspace } = useSessionActions();
  const navigate = useNavigate();
  const toasts = useToasts();
  return async ({ id }, section) => {
    try {
      await switchWorkspace(id);
      await navigate(`/admin/settings/${section}`);
    } catch (error) {
      toasts.failed(getErrorMessage(error));
    }
  };
}
