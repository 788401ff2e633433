import type { BusinessDetail } from '@handover/contract/businesses.ts';
import type { ReactElement } from 'react';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { useStageNames } from '#shared/businesses/stage-names.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { Track } from '../track.tsx';
import styles from './stage-track.module.css';

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
