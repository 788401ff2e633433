import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { WorkspaceLoaded } from '../workspace/workspace-settings.tsx';
import { commissionSettingsQuery } from './commission-settings.queries.ts';
import { FeeTablesCard } from './fee-tables-card.tsx';
import { StageWeightsCard } from './stage-weights-card.tsx';

/** Fee tables that engagement letters start from, and the weights of the forecast. */
export default function CommissionScreen(): ReactElement {
  const { data, error, refetch } = useQuery(commissionSettingsQuery());
  if (data !== undefined)
    return (
      <>
        <WorkspaceLoaded>
          {({ currency }) => <FeeTablesCard settings={data} currency={currency} />}
        </WorkspaceLoaded>
        <StageWeightsCard settings={data} />
      </>
    );
  if (error === null) return <Spinner />;
  return (
    <FailedState
      title="The commission settings could not be loaded"
      text={getErrorMessage(error)}
      onRetry={() => void refetch()}
    />
  );
}
