import { recordInfo } from '@handover/contract/records/records.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactElement } from 'react';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { RailButton, RailItem, RailPanel } from '#shared/records/page/rail.tsx';
import { BuyerStatus } from './buyer-facts.tsx';
import { buyersQuery } from './buyer-page.queries.ts';
import { formatSearch } from './search-values.ts';

const BuyerDialog = lazyRecordForm(async () => (await import('./buyers.form.tsx')).newBuyerForm);

interface BuyerPanelProps {
  customer: { readonly id: string; readonly name: string };
  canUpdate: boolean;
}

/** The buyer profile of a customer, for the customer's page. */
export default function BuyerPanel({ customer, canUpdate }: BuyerPanelProps): ReactElement {
  const [isCreating, setCreating] = useState(false);
  const { data, error, refetch } = useQuery(buyersQuery({ customerId: customer.id, limit: 1 }));
  const buyer = data?.buyers[0];
  return (
    <RailPanel
      title="Buyer profile"
      action={
        canUpdate &&
        data !== undefined &&
        buyer === undefined && <RailButton onClick={() => setCreating(true)}>Add</RailButton>
      }
      count={data?.buyers.length}
      error={error}
      onRetry={() => void refetch()}
      nothing="No buyer profile yet"
      more={
        isCreating && (
          <Suspense>
            <BuyerDialog
              record={null}
              start={{ customerId: { id: customer.id, name: customer.name } }}
              onClose={() => setCreating(false)}
            />
          </Suspense>
        )
      }
    >
      {buyer !== undefined && (
        <RailItem
          picture={<Avatar name={customer.name} size={36} />}
          name={buyer.searches.length === 1 ? '1 search' : `${String(buyer.searches.length)} searches`}
          to={`${recordInfo.buyer.path}${buyer.id}`}
          second={buyer.searches.map((search) => formatSearch(search, buyer.currency)).join('; ')}
          end={<BuyerStatus buyer={buyer} />}
        />
      )}
    </RailPanel>
  );
}
