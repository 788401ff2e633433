import type { ReactElement } from 'react';
import { AnnouncementCard } from './announcement-card.tsx';
import { DetailsCard } from './details-card.tsx';
import { UsageCard } from './usage-card.tsx';
import { WorkspaceLoaded } from './workspace-loaded.tsx';

/** The workspace itself. */
export default function WorkspaceScreen(): ReactElement {
  return (
    <WorkspaceLoaded>
      {(workspace) => (
        <>
          <DetailsCard workspace={workspace} />
          <UsageCard />
          <AnnouncementCard workspace={workspace} />
        </>
      )}
    </WorkspaceLoaded>
  );
}
