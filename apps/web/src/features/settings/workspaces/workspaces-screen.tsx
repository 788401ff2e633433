import type { ReactElement } from 'react';
import { PlansCard } from './plans/plans-card.tsx';
import { WorkspacesCard } from './workspaces-card.tsx';

/** The workspaces of the installation and what their plans hold, for superadmins. */
export default function WorkspacesScreen(): ReactElement {
  return (
    <>
      <WorkspacesCard />
      <PlansCard />
    </>
  );
}
