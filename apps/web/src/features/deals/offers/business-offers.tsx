import type { BusinessDetail } from '@handover/contract/businesses.ts';
import { recordInfo } from '@handover/contract/records.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { DealStageLabel } from '../deal-labels.tsx';
import { DiscountRate, useDiscountRate } from './discount-rate.tsx';
import { OfferTable } from './offer-table.tsx';
import { businessOffersQuery } from './offers.queries.ts';
import styles from './offers.module.css';

/** The latest offer of each open deal of a business side by side, the highest price first. */
export default function BusinessOffers({ business }: { business: BusinessDetail }): ReactElement {
  const query = useQuery(businessOffersQuery(business.id));
  const offers = query.data ?? [];
  const rate = useDiscountRate();
  return (
    <div className={styles['section']}>
      {offers.length > 0 && (
        <div className={styles['top']}>
          <DiscountRate rate={rate} />
        </div>
      )}
      <PagedPanel
        query={query}
        count={offers.length}
        empty={{
          icon: 'solar:document-text-bold-duotone',
          title: 'No offers yet',
          text: 'The latest offer of each buyer will appear here side by side. Add offers on their deals.',
        }}
        failed="The offers could not be loaded"
      >
        <OfferTable
          offers={offers}
          currency={business.currency}
          discountBasisPoints={rate.basisPoints}
          nameOf={({ dealId }) => {
            const deal = offers.find((offer) => offer.dealId === dealId)?.deal;
            return (
              deal !== undefined && (
                <>
                  <Link className={styles['name']} to={`${recordInfo.deal.path}${dealId}?tab=offers`}>
                    {deal.buyer.name}
                  </Link>
                  <DealStageLabel deal={deal} />
                </>
              )
            );
          }}
        />
      </PagedPanel>
    </div>
  );
}
