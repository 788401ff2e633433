import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { messageOf } from '../../../shared/api/api-error.ts';
import { AnnouncementCard } from './announcement-card.tsx';
import { DetailsCard } from './details-card.tsx';
import { PoliciesCard } from './policies-card.tsx';
import { workspaceQuery } from './workspace.queries.ts';

/** The workspace itself. */
export default function WorkspaceScreen(): ReactElement {
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
  return (
    <>
      <DetailsCard workspace={workspace.data} />
      <AnnouncementCard workspace={workspace.data} />
      <PoliciesCard workspace={workspace.data} />
    </>
  );
}
