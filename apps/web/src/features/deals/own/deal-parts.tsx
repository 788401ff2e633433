import type { Deal } from '@handover/contract/deals/deals.ts';
import { lowerFirst } from '@handover/domain/text/letter-case.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { DealStageLabel, DealValue } from '../deal-labels.tsx';
import { nextStepQuery } from '../deals.queries.ts';
import styles from './own-deals.module.css';

/** Shows a seller the buyer, and a buyer the business, with stage and agreed value. */
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

const actors = { broker: 'The broker', buyer: 'The buyer', seller: 'The seller' } as const;

/** The next step and the person responsible; renders nothing once the deal has ended. */
export function NextStep({ deal }: { deal: Deal }): ReactElement | null {
  const { data: nextStep = null } = useQuery(nextStepQuery(deal.id));
  if (nextStep === null) return null;
  const { actor } = nextStep;
  const isTheirs = deal.isOwn && actor === deal.side;
  return (
    <p className={styles['next']}>
      <strong>
        {isTheirs ? 'Your' : `${actor === 'broker' && deal.isOwn ? 'Your broker' : actors[actor]}’s`} next
        step:
      </strong>{' '}
      {isTheirs ? nextStep.text : lowerFirst(nextStep.text)}
    </p>
  );
}
