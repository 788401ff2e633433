import { isClosed, businessStages, type BusinessStage } from '@handover/contract/business-stages.ts';
import type { StageNames } from '@handover/contract/stage-names.ts';
import type { ReactElement } from 'react';
import { StageSteps } from '#shared/records/page/stage-steps.tsx';
import styles from './stage-track.module.css';
import type { BusinessDetail } from '@handover/contract/businesses.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { useStageNames } from '#shared/labels/businesses.ts';

const wayToSale = businessStages.filter((stage) => stage === 'sold' || !isClosed(stage));

interface TrackProps {
  stage: BusinessStage;
  names: StageNames;
}

/** The way from lead to sold, and how far along it a business is. Nothing for one that has left the way. */
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

/** How far the sale has come, since when, and what was said with the last move. */
export function StageTrack({ business }: { business: BusinessDetail }): ReactElement {
  const { timeZone } = useUser();
  const names = useStageNames();
  const { stage, stageEnteredAt, stageReason } = business;
  return (
    <section className={styles['panel']} aria-label="Stage">
      <Track stage={stage} names={names} />
      <p className={styles['since']}>
        <strong>{names[stage]}</strong> since <RelativeTime time={stageEnteredAt} timeZone={timeZone} />
        {stageReason !== null && <span className={styles['reason']}>“{stageReason}”</span>}
      </p>
    </section>
  );
}
