import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../shared/api/api-error.ts';
import { businessTypeLabels } from '../../shared/labels/businesses.ts';
import { businessesQuery } from './businesses.queries.ts';
import { Cover } from './cover.tsx';
import styles from './owned-businesses.module.css';
import { Price } from './price.tsx';
import { StageLabel } from './stage-label.tsx';

const shown = 5;

/** The businesses that a customer owns, newest first, for the customer's page. */
export default function OwnedBusinesses({ customerId }: { customerId: string }): ReactElement {
  const { data, error, refetch } = useQuery(businessesQuery({ ownerId: customerId, limit: shown }));
  const list = `/admin/business-center?ownerId=${customerId}`;
  return (
    <section className={styles['panel']} aria-labelledby="owned-businesses">
      <div className={styles['head']}>
        <h2 id="owned-businesses" className={styles['title']}>
          Businesses
        </h2>
        <Link
          to={`${list}&create=true`}
          className={styles['link']}
          aria-label="Add a business of this customer"
        >
          Add
        </Link>
      </div>
      {data === undefined && error !== null && (
        <p role="alert" className={styles['nothing']}>
          {messageOf(error)}{' '}
          <button type="button" className={styles['link']} onClick={() => void refetch()}>
            Retry
          </button>
        </p>
      )}
      {data?.businesses.length === 0 && <p className={styles['nothing']}>Owns no business yet</p>}
      {data !== undefined && data.businesses.length > 0 && (
        <ul className={styles['list']}>
          {data.businesses.map((business) => (
            <li key={business.id}>
              <Cover name={business.name} color={business.coverColor} />
              <div className={styles['text']}>
                <Link to={`/admin/business-center/businesses/${business.id}`} className={styles['name']}>
                  {business.name}
                </Link>
                <p className={styles['second']}>
                  <span>{businessTypeLabels[business.type]}</span>
                  <Price business={business} />
                </p>
              </div>
              <StageLabel business={business} />
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && data.total > shown && (
        <Link to={list} className={styles['link']}>
          All {data.total.toLocaleString('en')}
        </Link>
      )}
    </section>
  );
}
