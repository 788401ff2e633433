import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import { valuationTablesQuery } from '#shared/businesses/valuation-tables.queries.ts';
import { WorkspaceLoaded } from '../workspace/workspace-settings.tsx';
import { FinancingCard } from './financing-card.tsx';
import { MultiplesCard } from './multiples-card.tsx';

export default function ValuationScreen(): ReactElement {
  const tables = useQuery(valuationTablesQuery());
  if (tables.isPending) return <ListSkeleton columns={['40%', '60%']} rows={11} rowHeight={48} />;
  if (tables.data === undefined)
    return (
      <FailedState
        title="The valuation tables could not be loaded"
        text={messageOf(tables.error)}
        onRetry={() => void tables.refetch()}
      />
    );
  const { multiples, financingRules } = tables.data;
  return (
    <>
      <MultiplesCard multiples={multiples} />
      <WorkspaceLoaded>
        {({ currency }) => <FinancingCard rules={financingRules} currency={currency} />}
      </WorkspaceLoaded>
    </>
  );
}
