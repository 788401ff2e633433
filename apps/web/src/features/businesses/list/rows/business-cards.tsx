import type { Business } from '@handover/contract/businesses.ts';
import type { ReactElement } from 'react';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { RecordCard, RecordCardList } from '#shared/lists/record-card.tsx';
import { Cover } from '../../cover.tsx';
import { MarketLabel } from '../../market-label.tsx';
import { Price } from '../../price.tsx';
import { StageLabel } from '../../stage-label.tsx';

/** The page's businesses on a phone. */
export function BusinessCards({ businesses }: { businesses: readonly Business[] }): ReactElement {
  return (
    <RecordCardList label="Businesses">
      {businesses.map((business) => (
        <RecordCard
          key={business.id}
          picture={<Cover name={business.name} color={business.coverColor} size={40} />}
          name={business.name}
          to={`/admin/business-center/businesses/${business.id}`}
          status={<StageLabel business={business} />}
          details={[businessTypeLabels[business.type], business.city, business.region]}
          end={
            business.askingPriceCents !== null && (
              <strong>
                <Price business={business} />
              </strong>
            )
          }
        >
          <MarketLabel label={business.marketLabel} />
          <span>{business.listingNumber}</span>
        </RecordCard>
      ))}
    </RecordCardList>
  );
}
