import {
  deleteClientPlan,
  orderClientPlans,
  updateClientPlan,
  type ManagedPlan,
} from '@handover/contract/settings/billing.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { send } from '#shared/api/client.ts';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useCatalogMutation } from '../catalogs/catalog.ts';
import { SettingsCard } from '../settings-card.tsx';
import { managedKey, managedPlansQuery, planUseQuery } from './client-plans.queries.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { PlanList } from './plan-list.tsx';

type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly plan: ManagedPlan }
  | { readonly kind: 'delete'; readonly plan: ManagedPlan };

export default function ClientPlansScreen(): ReactElement {
  const query = useQuery(managedPlansQuery());
  const { data: use } = useQuery(planUseQuery());
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const mutations = usePlanMutations(close);
  const plans = query.data ?? [];
  const edited = open?.kind === 'edit' ? open.plan : null;
  const highlighted = plans.find(({ id, isHighlighted }) => isHighlighted && id !== edited?.id)?.name ?? null;
  return (
    <SettingsCard
      title="Subscription catalog"
      text="The plans available to clients in every workspace, in the order of the public page. Renaming a plan updates customers, views, and filters."
      actions={
        <>
          <Button variant="outlined" color="inherit" component={Link} to="/subscriptions">
            Public page
          </Button>
          <Button onClick={() => setOpen({ kind: 'add' })}>Add plan</Button>
        </>
      }
    >
      <PagedPanel
        query={query}
        count={plans.length}
        empty={{
          icon: 'solar:layers-bold-duotone',
          title: 'No plans yet',
          text: 'Add a plan to assign it to customers and show it on the public page.',
        }}
        failed="The plans could not be loaded"
      >
        <PlanList
          plans={plans}
          use={use}
          onOrder={(ids) => mutations.order.mutate(ids)}
          onArchive={(plan) => mutations.archive.mutate(plan)}
          onEdit={(plan) => setOpen({ kind: 'edit', plan })}
          onDelete={(plan) => setOpen({ kind: 'delete', plan })}
        />
      </PagedPanel>
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <PlanDialog plan={edited} highlighted={highlighted} onClose={close} />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title={`Delete ${open.plan.name}?`}
          confirmLabel="Delete"
          isDangerous
          isPending={mutations.remove.isPending}
          onConfirm={() => mutations.remove.mutate(open.plan.id)}
          onClose={close}
        >
          No customer is on this plan. This cannot be undone.
        </ConfirmDialog>
      )}
    </SettingsCard>
  );
}

function usePlanMutations(onClose: () => void) {
  const refresh = useRefresh();
  const client = useQueryClient();
  // Changes also affect the plan list and its public page, not only customers.
  const withRefresh = <T,>(act: (value: T) => Promise<unknown>) => {
    return async (value: T): Promise<void> => {
      try {
        await act(value);
      } finally {
        refresh({ noun: 'clientPlan', customerId: null });
      }
    };
  };
  const order = useCatalogMutation({
    act: withRefresh((ids: readonly string[]) => {
      // Keeps the row where it was dropped until the server answers.
      client.setQueryData<ManagedPlan[]>(managedKey, (plans) =>
        plans?.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
      );
      return send(orderClientPlans, { body: { ids: [...ids] } });
    }),
    done: 'Order saved',
    onClose: () => undefined,
  });
  const archive = useCatalogMutation({
    act: withRefresh(({ id, version, isArchived }: ManagedPlan) =>
      send(updateClientPlan, { params: { id }, body: { version, isArchived: !isArchived } }),
    ),
    done: 'Plan updated. Customers on it keep it.',
    onClose: () => undefined,
  });
  const remove = useCatalogMutation({
    act: withRefresh((id: string) => send(deleteClientPlan, { params: { id } })),
    done: 'Plan deleted',
    onClose,
  });
  return { order, archive, remove };
}
