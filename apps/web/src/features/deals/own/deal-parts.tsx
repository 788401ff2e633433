import type { Deal } from '@handover/contract/deals.ts';
import { lowerFirst } from '@handover/domain/lower-first.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { sharedWithMeQuery } from '#shared/access-grants/access-grants.queries.ts';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { useUser } from '#shared/session/session-context.tsx';
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

/** Whether somebody shared the deal with the client, who only advises a party. */
export function useIsShared({ id, business }: Pick<Deal, 'id' | 'business'>): boolean {
  const { customers } = useUser();
  const { data: grants = [] } = useQuery(sharedWithMeQuery());
  return (
    !customers.some(({ isOwn }) => isOwn) ||
    grants.some(({ recordId }) => recordId === id || recordId === business.id)
  );
}

const actors = { broker: 'The broker', buyer: 'The buyer', seller: 'The seller' } as const;

/** What is to be done next, and who does it; nothing once the deal has ended. */
export function NextStep({ deal }: { deal: Deal }): ReactElement | null {
  const { data: nextStep = null } = useQuery(nextStepQuery(deal.id));
  const isShared = useIsShared(deal);
  if (nextStep === null) return null;
  const { actor } = nextStep;
  const isOwn = actor === deal.side && !isShared;
  return (
    <p className={styles['next']}>
      <strong>
        {isOwn ? 'Your' : `${actor === 'broker' && !isShared ? 'Your broker' : actors[actor]}’s`} next step:
      </strong>{' '}
      {isOwn ? nextStep.text : lowerFirst(nextStep.text)}
    </p>
  );
}
