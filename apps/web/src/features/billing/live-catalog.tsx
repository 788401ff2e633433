import { listClientPlans, type ClientPlan } from '@handover/contract/settings/billing.ts';
import { getCustomer } from '@handover/contract/customers/customers.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { getButtonClass } from '@handover/ui-lite/parts/button.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './live-catalog.module.css';
import { PlanCards, PlansFailed } from './plan-cards.tsx';

const plansQuery = (): QueryFor<ClientPlan[]> =>
  oneQuery({
    queryKey: ['clientPlan', 'all', 'public'],
    queryFn: async ({ signal }) => (await send(listClientPlans, {}, { signal })).clientPlans,
  });

const ownPlanQuery = (customerId: string): QueryFor<string | null> =>
  oneQuery({
    queryKey: ['customer', customerId, 'own-plan'],
    queryFn: async ({ signal }) =>
      (await send(getCustomer, { params: { id: customerId } }, { signal })).user.planName,
  });

/** The plans for signed-in visitors: updated live, with the client's own plan marked. */
export default function LiveCatalog(): ReactElement {
  const { role, customerId } = useUser();
  const { data: plans, error, refetch } = useQuery(plansQuery());
  const own = useQuery({ ...ownPlanQuery(customerId ?? ''), enabled: customerId !== null });
  if (plans === undefined && error !== null)
    return <PlansFailed error={error} onRetry={() => void refetch()} />;
  // Waits for the client's own plan, so that nothing shifts later.
  if (plans === undefined || own.isLoading) return <Spinner isPage label="Loading the plans" />;
  const ownPlan = own.data ?? null;
  return (
    <>
      {role === 'SUPERADMIN' && (
        <div className={styles['bar']}>
          <Link className={getButtonClass('outlined')} to="/admin/settings/subscription-catalog">
            Edit the catalog
          </Link>
        </div>
      )}
      {ownPlan !== null && !plans.some(({ name }) => name === ownPlan) && (
        <p className={styles['own']}>
          Your plan is <strong>{ownPlan}</strong>. It is not offered publicly.
        </p>
      )}
      <PlanCards plans={plans} ownPlan={ownPlan} />
    </>
  );
}
