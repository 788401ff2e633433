import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import type { Deal } from '@handover/contract/deals/deals.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { RailCard } from '#shared/records/page/rail.tsx';
import { DealStageLabel } from '../deal-labels.tsx';
import { DiscountRate, useDiscountRate } from './discount-rate.tsx';
import { OfferTable } from './offer-table.tsx';
import { businessOffersQuery } from './offers.queries.ts';
import styles from './offers.module.css';

/**
 * The latest offer of each open deal of a business side by side, the highest price first. Renders nothing without
 * offers.
 */
export default function BusinessOffers({ business }: { business: BusinessDetail }): ReactElement | null {
  const { data: offers = [] } = useQuery(businessOffersQuery(business.id));
  const rate = useDiscountRate();
  if (offers.length === 0) return null;
  const names = new Map(offers.map(({ id, deal }) => [id, <Buyer key={id} deal={deal} />]));
  return (
    <RailCard title="Offers">
      <div className={styles['section']}>
        <DiscountRate rate={rate} />
        <OfferTable
          offers={offers}
          currency={business.currency}
          discountBasisPoints={rate.basisPoints}
          nameOf={({ id }) => names.get(id)}
        />
      </div>
    </RailCard>
  );
}

function Buyer({ deal }: { deal: Deal }): ReactElement {
  return (
    <>
      <Link className={styles['name']} to={`${recordInfo.deal.path}${deal.id}?tab=offers`}>
        {deal.buyer.name}
      </Link>
      <DealStageLabel deal={deal} />
    </>
  );
}
