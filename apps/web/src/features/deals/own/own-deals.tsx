import { isDealEnded } from '@handover/contract/deals/deal-stages.ts';
import type { Deal, DealDetail } from '@handover/contract/deals/deals.ts';
import { TabList } from '@handover/ui/parts/tab-list.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { useHashTarget } from '#shared/lists/use-hash-target.ts';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { DealTrack } from '../deal-track.tsx';
import { dealQuery } from '../deals.queries.ts';
import { SellerDecision } from '../record/seller-decision.tsx';
import { DealHead, NextStep } from './deal-parts.tsx';
import { ownDealsQuery } from './own-deals.queries.ts';
import styles from './own-deals.module.css';

const OwnAccess = lazy(() => import('#shared/access-grants/own-access.tsx'));
const OffersSection = lazy(() => import('../offers/offers-section.tsx'));
const DiligenceSection = lazy(() => import('../closing/diligence-section.tsx'));

/** The deals that the client is a party to: purchases, and deals on the client's businesses. */
export function OwnDeals(): ReactElement {
  const query = useQuery(ownDealsQuery());
  const deals = query.data?.deals ?? [];
  return (
    <PagedPanel
      query={query}
      count={deals.length}
      empty={{
        icon: 'solar:case-round-bold-duotone',
        title: 'No deals yet',
        text: 'Your deals will appear here with your tasks and the next step.',
      }}
      failed="Your deals could not be loaded"
    >
      <ul className={styles['deals']}>
        {deals.map((deal) => (
          <OwnDeal key={deal.id} listed={deal} />
        ))}
      </ul>
    </PagedPanel>
  );
}

function OwnDeal({ listed }: { listed: Deal }): ReactElement {
  const { data: deal, error, refetch } = useQuery(dealQuery(listed.id));
  const { ref, isTarget } = useHashTarget<HTMLLIElement>(`deal-${listed.id}`);
  const title = listed.side === 'seller' ? listed.buyer.name : listed.business.name;
  return (
    <li ref={ref} className={styles['deal']} data-target={isTarget || undefined} aria-label={title}>
      <DealHead deal={listed} />
      <DealTrack stage={listed.stage} />
      {deal === undefined && error === null && <Spinner />}
      {deal === undefined && error !== null && (
        <FailedState
          title="The deal could not be loaded"
          text={getErrorMessage(error)}
          onRetry={() => void refetch()}
        />
      )}
      {deal !== undefined && <Details deal={deal} />}
    </li>
  );
}

const tabs = [
  { name: 'offers', label: 'Offers' },
  { name: 'diligence', label: 'Due diligence' },
] as const;

function Details({ deal }: { deal: DealDetail }): ReactElement {
  const { id, side, isOwn, sellerDecision, stage } = deal;
  const [tab, setTab] = useState('offers');
  const prefix = `deal-${id}`;
  return (
    <>
      <NextStep deal={deal} />
      {side === 'seller' && !isDealEnded(stage) && (
        <>
          {sellerDecision !== null && (
            <p className={styles['note']}>
              {isOwn ? 'You' : 'The owner'} {sellerDecision === 'approved' ? 'approved' : 'declined'} this
              buyer.
            </p>
          )}
          <SellerDecision deal={deal} />
        </>
      )}
      {side === 'buyer' && isOwn && (
        <Suspense>
          <OwnAccess of={{ type: 'deal', id }} name={deal.business.name} />
        </Suspense>
      )}
      <TabList label="Deal" idPrefix={prefix} tabs={tabs} selected={tab} onSelect={setTab} />
      <div role="tabpanel" id={`${prefix}-panel`} aria-labelledby={`${prefix}-tab-${tab}`}>
        <Suspense fallback={<Spinner />}>
          {tab === 'offers' ? <OffersSection deal={deal} /> : <DiligenceSection dealId={id} />}
        </Suspense>
      </div>
    </>
  );
}
