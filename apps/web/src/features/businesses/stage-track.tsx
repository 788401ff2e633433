import {
  businessStages,
  isUnsold,
  type BusinessStage,
} from '@handover/contract/businesses/business-stages.ts';
import type { StageNames } from '@handover/contract/businesses/stage-names.ts';
import type { ReactElement } from 'react';
import { StageSteps } from '#shared/records/page/stage-steps.tsx';

const wayToSale: readonly BusinessStage[] = businessStages.filter((stage) => !isUnsold(stage));

interface TrackProps {
  stage: BusinessStage;
  names: StageNames;
}

/** The stages from lead to sold, and the progress of a business. Renders nothing for any other stage. */
export function Track({ stage, names }: TrackProps): ReactElement | null {
  if (!wayToSale.includes(stage)) return null;
  return (
    <StageSteps
      steps={wayToSale.map((key) => ({ key, label: names[key] }))}
      current={stage}
      isDone={stage === 'sold'}
    />
  );
}
