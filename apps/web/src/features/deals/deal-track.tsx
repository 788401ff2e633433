import { dealStageNames, dealStages, type DealStage } from '@handover/contract/deals/deal-stages.ts';
import type { ReactElement } from 'react';
import { StageSteps } from '#shared/records/page/stage-steps.tsx';

const wayToClosing = dealStages.filter((stage) => stage !== 'lost');

/** The stages from inquiry to closed, and a deal's progress. Renders nothing for a lost deal. */
export function DealTrack({ stage }: { stage: DealStage }): ReactElement | null {
  if (stage === 'lost') return null;
  return (
    <StageSteps
      steps={wayToClosing.map((key) => ({ key, label: dealStageNames[key] }))}
      current={stage}
      isDone={stage === 'closed'}
    />
  );
}
