import { listPlanChoices, type PlanChoice } from '@handover/contract/billing.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

export const planChoicesQuery = (): QueryFor<PlanChoice[]> =>
  oneQuery({
    queryKey: ['clientPlan', 'all', 'choices'],
    queryFn: async ({ signal }) => (await send(listPlanChoices, {}, { signal })).clientPlans,
  });

interface PlanOptionsProps {
  /** The name of the plan that is chosen, which stays selectable though it is not offered any more. */
  current: string;
  /** Offers archived plans that customers still have, to look for them. */
  withArchived?: boolean;
}

/** The plans of the catalogue as options of a `<select>`, by name. */
export function PlanOptions({ current, withArchived = false }: PlanOptionsProps): ReactElement[] {
  const { data: plans = [] } = useQuery(planChoicesQuery());
  const offered = plans.filter(({ name, isArchived }) => !isArchived || withArchived || name === current);
  const isMissing = current !== '' && !offered.some(({ name }) => name === current);
  // By their names: an option that were drawn anew when the plans come would lose the choice.
  return [...offered, ...(isMissing ? [{ name: current, isArchived: false }] : [])].map(
    ({ name, isArchived }) => (
      <option key={name} value={name}>
        {isArchived ? `${name} (archived)` : name}
      </option>
    ),
  );
}

/** Help for a field where no plan can be chosen. */
export function PlanHint(): string | null {
  const { data: plans } = useQuery(planChoicesQuery());
  return plans?.every(({ isArchived }) => isArchived) === true
    ? 'There are no plans yet. A superadmin adds them in the settings, under Subscription catalogue.'
    : null;
}
