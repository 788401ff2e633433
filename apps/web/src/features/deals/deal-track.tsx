import { dealStageNames, dealStages, type DealStage } from '@handover/contract/deal-stages.ts';
import type { ReactElement } from 'react';
import { StageSteps } from '#shared/records/page/stage-steps.tsx';

const wayToClosing = dealStages.filter((stage) => stage !== 'lost');

/** The way from inquiry to closed, and how far along it a deal is. Nothing for a lost one. */
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
