import { lazy, Suspense, type ReactElement } from 'react';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { PlanCatalogue } from '#features/billing/plan-cards.tsx';
import { useSession } from '#shared/session/session-context.tsx';

const LiveCatalogue = lazy(() => import('#features/billing/live-catalogue.tsx'));

/** subscriptions */
export default function Subscriptions(): ReactElement {
  const { status } = useSession();
  // The page differs for signed-in visitors, so requests wait for the session.
  if (status === 'loading') return <Spinner isPage label="Checking your session" />;
  if (status !== 'authenticated') return <PlanCatalogue />;
  return (
    <Suspense fallback={<Spinner isPage label="Loading the plans" />}>
      <LiveCatalogue />
    </Suspense>
  );
}
