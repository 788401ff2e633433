import type { ReactElement } from 'react';
import { WorkspaceLoaded } from '../workspace/workspace-loaded.tsx';
import { PoliciesCard } from './policies-card.tsx';
import { TwoStepCard } from './two-step-card.tsx';

/** What holds for everybody who works here. */
export default function PoliciesScreen(): ReactElement {
  return (
    <WorkspaceLoaded>
      {(workspace) => (
        <>
          <PoliciesCard workspace={workspace} />
          <TwoStepCard workspace={workspace} />
        </>
      )}
    </WorkspaceLoaded>
  );
}
