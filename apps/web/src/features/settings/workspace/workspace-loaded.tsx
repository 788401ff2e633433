import type { WorkspaceSettings } from '@handover/contract/workspace-settings.ts';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import { workspaceQuery } from './workspace.queries.ts';

interface WorkspaceLoadedProps {
  children: (workspace: WorkspaceSettings) => ReactNode;
}

/** What is set for the workspace, once that is known. */
export function WorkspaceLoaded({ children }: WorkspaceLoadedProps): ReactElement {
  const workspace = useQuery(workspaceQuery());
  if (workspace.isPending) return <ListSkeleton columns={['40%', '60%']} rows={6} rowHeight={72} />;
  if (workspace.data === undefined)
    return (
      <FailedState
        title="The settings could not be loaded"
        text={messageOf(workspace.error)}
        onRetry={() => void workspace.refetch()}
      />
    );
  return <>{children(workspace.data)}</>;
}
