import type { ManagedPlan } from '@handover/contract/billing.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useState, type ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { useUnsavedGuard } from '../../../shared/forms/use-unsaved-guard.tsx';
import { priceText } from '../../../shared/labels/client-plans.ts';
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
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const [base] = useState(plan);
  const [isLeaving, setLeaving] = useState(false);
  const form = useForm<PlanValues>({
    resolver: planResolver,
    defaultValues: base === null ? emptyPlan : valuesOfPlan(base),
  });
  const { isDirty, errors } = form.formState;
  const { save, isPending, conflict } = useSavePlan({ base, setError: form.setError, onClose });
  const guard = useUnsavedGuard(isDirty);
  const close = (): void => (isDirty ? setLeaving(true) : onClose());
  return (
    <>
      <Dialog open fullWidth fullScreen={isPhone} maxWidth="sm" aria-labelledby={titleId} onClose={close}>
        <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
          {base === null ? 'Add plan' : `Edit ${base.name}`}
        </DialogTitle>
        <DialogContent>
          <Stack
            component="form"
            id={`${titleId}-form`}
            noValidate
            spacing={2.5}
            onSubmit={form.handleSubmit((values) => save(values))}
          >
            {errors.root !== undefined && <Alert severity="error">{errors.root.message}</Alert>}
            <ConflictNotice conflict={conflict} theirs={(one) => `${one.name}, ${priceText(one)}.`} />
            <PlanFields control={form.control} highlighted={highlighted} />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" color="inherit" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={`${titleId}-form`} loading={isPending}>
            {base === null ? 'Add' : 'Save'}
          </Button>
        </DialogActions>
      </Dialog>
      {isLeaving && (
        <ConfirmDialog
          title="Close without saving?"
          confirmLabel="Close"
          isDangerous
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          What you entered is not saved yet and would be lost.
        </ConfirmDialog>
      )}
      {guard}
    </>
  );
}
