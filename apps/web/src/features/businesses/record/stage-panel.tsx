import { endReasonNames, isClosed } from '@handover/contract/businesses/business-stages.ts';
import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { businessTypeLabels, useStageNames } from '#shared/labels/businesses.ts';
import { GateList } from '#shared/records/gates/gate-list.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { businessGateQuery } from '../businesses.queries.ts';
import { Track } from '../stage-track.tsx';
import styles from './stage-panel.module.css';
import { useBusinessMoves } from './use-business-moves.ts';

/** The progress of a business's sale, and the remaining requirements of its stage. */
export function StagePanel({ business }: { business: BusinessDetail }): ReactElement {
  const { timeZone } = useUser();
  const names = useStageNames();
  const { stage, stageEnteredAt, stageReason, endReason, abilities, asksType } = business;
  const { data: gate } = useQuery(businessGateQuery(business.id));
  const { confirm, withdraw, chooseType, isPending } = useBusinessMoves(business);
  return (
    <section className={styles['panel']} aria-label="Stage">
      <Track stage={stage} names={names} />
      <p className={styles['since']}>
        <strong>{names[stage]}</strong>, entered <RelativeTime time={stageEnteredAt} timeZone={timeZone} />
        {endReason !== null && `. ${endReasonNames[endReason]}`}
        {stageReason !== null && <span className={styles['reason']}>“{stageReason}”</span>}
      </p>
      {gate !== undefined && !isClosed(stage) && gate.requirements.length > 0 && (
        <div className={styles['gate']}>
          <h2 className={styles['title']}>Required before leaving {names[stage]}</h2>
          <GateList
            gate={gate}
            isPending={isPending}
            {...(abilities.canMove && { onConfirm: confirm, onWithdraw: withdraw })}
          />
        </div>
      )}
      {gate !== undefined && gate.earlier.length > 0 && (
        <p className={styles['since']}>
          Missing from earlier stages: {gate.earlier.map(({ label }) => label).join(', ')}
        </p>
      )}
      {asksType && abilities.canUpdate && (
        <div className={styles['question']}>
          <p>Is this a home health agency or a hospice?</p>
          {(['home_health', 'hospice'] as const).map((type) => (
            <Button
              key={type}
              size="small"
              variant="outlined"
              color="inherit"
              disabled={isPending}
              onClick={() => chooseType(type)}
            >
              {businessTypeLabels[type]}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}
