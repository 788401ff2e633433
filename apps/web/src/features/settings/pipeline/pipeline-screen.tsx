import type { ReactElement } from 'react';
import { WorkspaceLoaded } from '../workspace/workspace-loaded.tsx';
import { PipelineCard } from './pipeline-card.tsx';

/** The stages that a business goes through. */
export default function PipelineScreen(): ReactElement {
  return <WorkspaceLoaded>{(workspace) => <PipelineCard workspace={workspace} />}</WorkspaceLoaded>;
}
