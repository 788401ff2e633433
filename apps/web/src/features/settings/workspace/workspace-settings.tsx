import {
  getWorkspaceSettings,
  updateWorkspaceSettings,
  workspaceSettings,
  type WorkspaceSettings,
} from '@handover/contract/settings/workspace-settings.ts';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import { send } from '#shared/api/client.ts';
import { useSessionActions } from '#shared/session/session-context.tsx';
import { useVersionedSave, type VersionedSave } from '#shared/forms/versioned-save.tsx';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

interface WorkspaceLoadedProps {
  children: (workspace: WorkspaceSettings) => ReactNode;
}

export function WorkspaceLoaded({ children }: WorkspaceLoadedProps): ReactElement {
  const workspace = useQuery(workspaceQuery());
  if (workspace.isPending) return <ListSkeleton columns={['40%', '60%']} rows={6} rowHeight={72} />;
  if (workspace.data === undefined)
    return (
      <FailedState
        title="The settings could not be loaded"
        text={getErrorMessage(workspace.error)}
        onRetry={() => void workspace.refetch()}
      />
    );
  return <>{children(workspace.data)}</>;
}

type WorkspaceChange = Omit<BodyInput<typeof updateWorkspaceSettings>, 'version'>;

interface SaveOptions {
  version: number;
  done: string;
  /** Called with the saved workspace; the form then discards typed values. */
  onRecord: (workspace: WorkspaceSettings) => void;
  onError: (error: Error) => void;
}

export function useSaveWorkspace({
  onRecord,
  ...options
}: SaveOptions): VersionedSave<WorkspaceSettings, WorkspaceChange> {
  const client = useQueryClient();
  const { refresh: refreshProfile } = useSessionActions();
  return useVersionedSave({
    ...options,
    record: workspaceSettings,
    write: async (change: WorkspaceChange, version) =>
      (await send(updateWorkspaceSettings, { body: { ...change, version } })).workspace,
    onRecord: (workspace) => {
      client.setQueryData(workspaceQuery().queryKey, workspace);
      onRecord(workspace);
      void refreshProfile();
    },
  });
}

export const workspaceQuery = (): QueryFor<WorkspaceSettings> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'settings'],
    queryFn: async ({ signal }) => (await send(getWorkspaceSettings, {}, { signal })).workspace,
  });
