import type { Business } from '@handover/contract/businesses.ts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { businessTypeLabels } from '../../../../shared/labels/businesses.ts';
import { Cover } from '../../cover.tsx';
import { MarketLabel } from '../../market-label.tsx';
import { Price } from '../../price.tsx';
import { StageLabel } from '../../stage-label.tsx';
import styles from './business-cards.module.css';

/** The page's businesses on a phone: one card each, the whole of it the link. */
export function BusinessCards({ businesses }: { businesses: readonly Business[] }): ReactElement {
  return (
    <ul className={styles['cards']} aria-label="Businesses">
      {businesses.map((business) => (
        <li key={business.id} className={styles['card']}>
          <Cover name={business.name} color={business.coverColor} size={40} />
          <div className={styles['text']}>
            <div className={styles['top']}>
              <Link to={`/admin/business-center/businesses/${business.id}`} className={styles['name']}>
                {business.name}
              </Link>
              <StageLabel business={business} />
            </div>
            <p className={styles['line']}>
              {[businessTypeLabels[business.type], business.city, business.region]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <div className={styles['bottom']}>
              <MarketLabel label={business.marketLabel} />
              <span>{business.listingNumber}</span>
              <span className={styles['price']}>
                <Price business={business} />
              </span>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
