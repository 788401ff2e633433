import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { RailItem, RailLink, RailPanel } from '#shared/records/page/rail.tsx';
import { businessesQuery } from './businesses.queries.ts';
import { StageLabel, Cover, Price } from './business-labels.tsx';

const shown = 5;

/** The businesses that a customer owns, newest first, for the customer's page. */
export default function OwnedBusinesses({ customerId }: { customerId: string }): ReactElement {
  const { data, error, refetch } = useQuery(businessesQuery({ ownerId: customerId, limit: shown }));
  const list = `/admin/business-center?ownerId=${customerId}`;
  return (
    <RailPanel
      title="Businesses"
      action={
        <RailLink to={`${list}&create=true`} label="Add a business for this customer">
          Add
        </RailLink>
      }
      count={data?.businesses.length}
      error={error}
      onRetry={() => void refetch()}
      nothing="No businesses yet"
      more={
        data !== undefined &&
        (data.total ?? 0) > shown && <RailLink to={list}>All {data.total?.toLocaleString('en')}</RailLink>
      }
    >
      {data?.businesses.map((business) => (
        <RailItem
          key={business.id}
          picture={<Cover name={business.name} color={business.coverColor} />}
          name={business.name}
          to={`/admin/business-center/businesses/${business.id}`}
          second={
            <>
              <span>{businessTypeLabels[business.type]}</span>
              <Price business={business} />
            </>
          }
          end={<StageLabel business={business} />}
        />
      ))}
    </RailPanel>
  );
}
