import { lazy, Suspense, type ReactElement } from 'react';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { PlanCatalogue } from '#features/billing/plan-catalogue.tsx';
import { useSession } from '#shared/session/session-context.tsx';

const LiveCatalogue = lazy(() => import('#features/billing/live-catalogue.tsx'));

/** subscriptions */
export default function Subscriptions(): ReactElement {
  const { status } = useSession();
  // The page is drawn anew for a signed-in visitor: until that is known, nothing is asked for.
  if (status === 'loading') return <Spinner isPage label="Checking your session" />;
  if (status !== 'authenticated') return <PlanCatalogue />;
  return (
    <Suspense fallback={<Spinner isPage label="Loading the plans" />}>
      <LiveCatalogue />
    </Suspense>
  );
}
