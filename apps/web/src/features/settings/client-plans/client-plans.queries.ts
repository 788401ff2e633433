import {
  createClientPlan,
  listManagedPlans,
  listPlanUse,
  managedPlan,
  updateClientPlan,
  type ManagedPlan,
} from '@handover/contract/settings/billing.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import type { UseFormSetError } from 'react-hook-form';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useVersionedSave, type VersionedSave } from '#shared/forms/versioned-save.tsx';
import { toPlanBody, findField, type PlanValues } from './plan-form.ts';

export type PlanUse = ResponseOf<typeof listPlanUse>['use'][number];

/** All plans in order. */
export const managedPlansQuery = (): QueryFor<ManagedPlan[]> =>
  oneQuery({
    queryKey: managedKey,
    queryFn: async ({ signal }) => (await send(listManagedPlans, {}, { signal })).clientPlans,
  });

export const managedKey = ['clientPlan', 'all', 'managed'];

export const planUseQuery = (): QueryFor<PlanUse[]> =>
  oneQuery({
    queryKey: ['customer', 'all', 'plan-use'],
    queryFn: async ({ signal }) => (await send(listPlanUse, {}, { signal })).use,
  });

interface SavePlan {
  /** The plan from when the form was opened; null for a new plan. */
  base: ManagedPlan | null;
  /** The version that the form is based on. */
  version: number;
  setError: UseFormSetError<PlanValues>;
  onClose: () => void;
}

/** Saves the form of a plan. Asks what to do about a conflict, and shows server errors at their fields. */
export function useSavePlan({
  base,
  version,
  setError,
  onClose,
}: SavePlan): VersionedSave<ManagedPlan, PlanValues> {
  const refresh = useRefresh();
  const { keyFor } = useSubmitKey();
  return useVersionedSave<ManagedPlan, PlanValues>({
    version,
    record: managedPlan,
    done: base === null ? 'Plan added' : 'Plan saved',
    write: async (values, seen) => {
      const body = toPlanBody(values);
      const { clientPlan } =
        base === null
          ? await send(createClientPlan, { body }, { idempotencyKey: keyFor(body) })
          : await send(updateClientPlan, { params: { id: base.id }, body: { ...body, version: seen } });
      return clientPlan;
    },
    onRecord: () => {
      refresh({ noun: 'clientPlan', customerId: null });
      refresh({ noun: 'customer', customerId: null });
      onClose();
    },
    onError: (error) => showError(error, setError),
  });
}

function showError(error: unknown, setError: UseFormSetError<PlanValues>): void {
  const named = error instanceof ApiError ? error.errors : [];
  const known = named.flatMap(({ path, message }) => {
    const field = findField(path);
    return field === undefined ? [] : [{ field, message }];
  });
  for (const [index, { field, message }] of known.entries())
    setError(field, { message }, { shouldFocus: index === 0 });
  if (known.length === 0) setError('root', { message: getErrorMessage(error) });
}
