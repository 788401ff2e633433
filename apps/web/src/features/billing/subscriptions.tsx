import { lazy, Suspense, type ReactElement } from 'react';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import type { listClientPlans } from '@handover/contract/settings/billing.ts';
import { PlanCards, PlansFailed } from './plan-cards.tsx';
import { send, type CallOf } from '#shared/api/client.ts';
import { useResponse } from '#shared/api/use-response.ts';
import { useSession } from '#shared/session/session-context.tsx';

const LiveCatalog = lazy(() => import('./live-catalog.tsx'));

/** subscriptions */
export default function Subscriptions(): ReactElement {
  const { status } = useSession();
  // The page differs for signed-in visitors, so requests wait for the session.
  if (status === 'loading') return <Spinner isPage />;
  if (status !== 'authenticated') return <PlanCatalog />;
  return (
    <Suspense fallback={<Spinner isPage />}>
      <LiveCatalog />
    </Suspense>
  );
}

/** The plans as guests see them. */
function PlanCatalog(): ReactElement {
  const { data, error, retry } = useResponse('plans', (signal) => send(listPlansCall, {}, { signal }));
  if (error !== null) return <PlansFailed error={error} onRetry={retry} />;
  return data === null ? <Spinner isPage /> : <PlanCards plans={data.clientPlans} />;
}

// Only the type is imported, so that visitors load no schema library.
const listPlansCall: CallOf<typeof listClientPlans> = { method: 'GET', path: '/client-plans' };
