import type { ManagedPlan } from '@handover/contract/billing.ts';
import Stack from '@mui/material/Stack';
import { useState, type ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { GuardedFormDialog } from '#shared/forms/guarded-form-dialog.tsx';
import { priceText } from '#shared/labels/client-plans.ts';
import { ConflictNotice } from '../save/conflict-notice.tsx';
import { PlanFields } from './plan-fields.tsx';
import { emptyPlan, planResolver, valuesOfPlan, type PlanValues } from './plan-form.ts';
import { useSavePlan } from './use-save-plan.ts';

interface PlanDialogProps {
  /** What is changed; null for a new one. */
  plan: ManagedPlan | null;
  /** Another plan that stands out so far. */
  highlighted: string | null;
  onClose: () => void;
}

/** Makes a plan, or changes one. What comes in live meanwhile is not overwritten unseen. */
export function PlanDialog({ plan, highlighted, onClose }: PlanDialogProps): ReactElement {
  const [base] = useState(plan);
  const form = useForm<PlanValues>({
    resolver: planResolver,
    defaultValues: base === null ? emptyPlan : valuesOfPlan(base),
  });
  const { isDirty, errors } = form.formState;
  const { save, isPending, conflict } = useSavePlan({ base, setError: form.setError, onClose });
  return (
    <GuardedFormDialog
      title={base === null ? 'Add plan' : `Edit ${base.name}`}
      submitLabel={base === null ? 'Add' : 'Save'}
      maxWidth="sm"
      isDirty={isDirty}
      isPending={isPending}
      failure={errors.root?.message ?? null}
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => save(values))}
    >
      <Stack spacing={2.5}>
        <ConflictNotice conflict={conflict} theirs={(one) => `${one.name}, ${priceText(one)}.`} />
        <PlanFields control={form.control} highlighted={highlighted} />
      </Stack>
    </GuardedFormDialog>
  );
}
