import { recordInfo } from '@handover/contract/records/records.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { RailItem, RailLink, RailPanel } from '#shared/records/page/rail.tsx';
import { dealsQuery } from './deals.queries.ts';
import { DealStageLabel, DealValue } from './deal-labels.tsx';

const shown = 5;

interface DealPanelProps {
  /** The record to show the deals of. */
  of: { businessId: string } | { buyerId: string };
}

/** The newest deals of a business or a buyer, for their pages. */
export default function DealPanel({ of }: DealPanelProps): ReactElement {
  const { data, error, refetch } = useQuery(dealsQuery({ ...of, limit: shown }));
  const isOfBuyer = 'buyerId' in of;
  return (
    <RailPanel
      title="Deals"
      count={data?.deals.length}
      error={error}
      onRetry={() => void refetch()}
      nothing="No deals yet"
      more={
        data !== undefined &&
        (data.total ?? 0) > shown && (
          <RailLink to={`/admin/business-center/deals?${new URLSearchParams({ ...of }).toString()}`}>
            All {data.total?.toLocaleString('en')}
          </RailLink>
        )
      }
    >
      {data?.deals.map((deal) => {
        const name = isOfBuyer ? deal.business.name : deal.buyer.name;
        return (
          <RailItem
            key={deal.id}
            picture={<Avatar name={name} size={36} />}
            name={name}
            to={`${recordInfo.deal.path}${deal.id}`}
            second={<DealValue deal={deal} />}
            end={<DealStageLabel deal={deal} />}
          />
        );
      })}
    </RailPanel>
  );
}
