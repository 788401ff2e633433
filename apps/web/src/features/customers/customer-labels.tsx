import type { listPlanChoices, PlanChoice } from '@handover/contract/settings/billing.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { send, type CallOf } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import type { listSources } from '@handover/contract/records/catalogs.ts';
import type { Customer } from '@handover/contract/customers/customers.ts';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';

const plansCall: CallOf<typeof listPlanChoices> = { method: 'GET', path: '/client-plans/choices' };
const sourcesCall: CallOf<typeof listSources> = { method: 'GET', path: '/sources' };

export const planChoicesQuery = (): QueryFor<PlanChoice[]> =>
  oneQuery({
    queryKey: ['clientPlan', 'all', 'choices'],
    queryFn: async ({ signal }) => (await send(plansCall, {}, { signal })).clientPlans,
  });

interface PlanOptionsProps {
  /** The name of the chosen plan, which remains selectable even if it is no longer offered. */
  current: string;
  /** Also offers archived plans that customers still have, so that they can be filtered by. */
  withArchived?: boolean;
}

/** The plans of the catalog as options of a `<select>`, by name. */
export function PlanOptions({ current, withArchived = false }: PlanOptionsProps): ReactElement[] {
  const { data: plans = [] } = useQuery(planChoicesQuery());
  const offered = plans.filter(({ name, isArchived }) => !isArchived || withArchived || name === current);
  const isMissing = current !== '' && !offered.some(({ name }) => name === current);
  // Keyed by name: recreating an option when the plans load would lose the choice.
  return [...offered, ...(isMissing ? [{ name: current, isArchived: false }] : [])].map(
    ({ name, isArchived }) => (
      <option key={name} value={name}>
        {isArchived ? `${name} (archived)` : name}
      </option>
    ),
  );
}

/** Help text of a field while no plan can be selected. */
export function PlanHint(): string | null {
  const { data: plans } = useQuery(planChoicesQuery());
  return plans?.every(({ isArchived }) => isArchived) === true
    ? 'There are no plans yet. A superadmin adds them in the settings, under Subscription catalog.'
    : null;
}

const sourcesQuery = (): QueryFor<string[]> =>
  oneQuery({
    queryKey: ['customer', 'all', 'sources'],
    queryFn: async ({ signal }) => (await send(sourcesCall, {}, { signal })).sources.map(({ name }) => name),
    staleTime: 60_000,
  });

/** The catalog of sources as suggestions of an input whose `list` is `id`; other text is allowed. */
export function SourceOptions({ id }: { id: string }): ReactElement {
  const { data: names = [] } = useQuery(sourcesQuery());
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </datalist>
  );
}

/** Active, banned, or in the trash. */
export function CustomerStatus({
  customer,
}: {
  customer: Pick<Customer, 'status' | 'deletedAt'>;
}): ReactElement {
  if (customer.deletedAt !== null) return <StatusLabel tone="neutral">In the trash</StatusLabel>;
  return customer.status === 'banned' ? (
    <StatusLabel tone="error">Banned</StatusLabel>
  ) : (
    <StatusLabel tone="success">Active</StatusLabel>
  );
}
