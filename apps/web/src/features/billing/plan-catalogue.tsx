import type { ReactElement } from 'react';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { ListMessage } from '@handover/ui-lite/parts/list-message.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useAnswer } from '#shared/api/use-answer.ts';
import { listPlansCall } from './billing-calls.ts';
import { PlanCards } from './plan-cards.tsx';

/** The catalogue as a guest sees it. */
export function PlanCatalogue(): ReactElement {
  const { data, error, retry } = useAnswer('plans', (signal) => send(listPlansCall, {}, { signal }));
  if (error !== null) return <PlansFailed error={error} onRetry={retry} />;
  return data === null ? (
    <Spinner isPage label="Loading the plans" />
  ) : (
    <PlanCards plans={data.clientPlans} />
  );
}

/** Says why there are no plans on the page. */
export function PlansFailed({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement {
  return (
    <ListMessage isAlert title="The plans could not be loaded" text={messageOf(error)}>
      <Button variant="outlined" onClick={onRetry}>
        Retry
      </Button>
    </ListMessage>
  );
}
