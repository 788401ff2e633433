import type { Deal } from '@handover/contract/deals.ts';
import { lowerFirst } from '@handover/domain/lower-first.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { DealStageLabel, DealValue } from '../deal-labels.tsx';
import { nextStepQuery } from '../deals.queries.ts';
import styles from './own-deals.module.css';

/** The other side, for a seller, or the business, for a buyer, with stage and agreed value. */
export function DealHead({ deal }: { deal: Deal }): ReactElement {
  const { side, buyer, business, isAgreed } = deal;
  return (
    <div className={styles['head']}>
      <div className={styles['what']}>
        <h2 className={styles['title']}>{side === 'seller' ? buyer.name : business.name}</h2>
        <p className={styles['note']}>
          {side === 'seller' ? `For ${business.name}` : businessTypeLabels[business.type]}
        </p>
      </div>
      <DealStageLabel deal={deal} />
      {isAgreed && <DealValue deal={deal} />}
    </div>
  );
}

const actors = { broker: 'Your broker', buyer: 'The buyer', seller: 'The seller' } as const;

/** What is to be done next, and who does it; nothing once the deal has ended. */
export function NextStep({ deal: { id, side } }: { deal: Deal }): ReactElement | null {
  const { data: nextStep = null } = useQuery(nextStepQuery(id));
  if (nextStep === null) return null;
  const isOwn = nextStep.actor === side;
  return (
    <p className={styles['next']}>
      <strong>{isOwn ? 'Your' : `${actors[nextStep.actor]}’s`} next step:</strong>{' '}
      {isOwn ? nextStep.text : lowerFirst(nextStep.text)}
    </p>
  );
}
