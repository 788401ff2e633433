import { planAudiences, planIntervals, type ManagedPlan } from '@handover/contract/settings/billing.ts';
import Stack from '@mui/material/Stack';
import { useState, type ReactElement } from 'react';
import { useController, useForm, type Control } from 'react-hook-form';
import { GuardedFormDialog } from '#shared/forms/form-dialog.tsx';
import { removeDraft, useDraftKey } from '#shared/forms/form-draft.ts';
import { formatPrice } from '#shared/labels/client-plans.ts';
import { ConflictNotice } from '#shared/forms/versioned-save.tsx';
import { emptyPlan, linesHint, createPlanResolver, toPlanValues, type PlanValues } from './plan-form.ts';
import { useSavePlan } from './client-plans.queries.ts';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { FormStatus } from '#shared/forms/form-status.tsx';
import { useFormBasis } from '#shared/forms/use-form-basis.ts';

interface PlanDialogProps {
  /** Null for a new plan. */
  plan: ManagedPlan | null;
  /** The currently highlighted other plan. */
  highlighted: string | null;
  onClose: () => void;
}

/** Creates or edits a plan. Does not silently overwrite a live change by someone else. */
export function PlanDialog({ plan, highlighted, onClose }: PlanDialogProps): ReactElement {
  const [base] = useState(plan);
  const [values] = useState(base === null ? emptyPlan : toPlanValues(base));
  const form = useForm<PlanValues>({ resolver: createPlanResolver, defaultValues: values });
  const { isDirty } = form.formState;
  const draft = `clientPlan:${base?.id ?? 'new'}`;
  const draftKey = useDraftKey(draft);
  const basis = useFormBasis({
    latest: { version: base?.version ?? null, values },
    draft,
    typed: form.getValues,
  });
  const { save, isPending, conflict } = useSavePlan({
    base,
    version: basis.version ?? 0,
    setError: form.setError,
    onClose: () => {
      removeDraft(draftKey);
      onClose();
    },
  });
  return (
    <GuardedFormDialog
      title={base === null ? 'Add plan' : `Edit ${base.name}`}
      submitLabel={base === null ? 'Add' : 'Save'}
      maxWidth="sm"
      isDirty={isDirty}
      isPending={isPending}
      status={<FormStatus form={form} draft={draft} basis={basis} />}
      onDiscard={() => removeDraft(draftKey)}
      onClose={onClose}
      onSubmit={form.handleSubmit((typed) => save(typed))}
    >
      <Stack spacing={2.5}>
        <ConflictNotice conflict={conflict} theirs={(one) => `${one.name}, ${formatPrice(one)}.`} />
        <PlanFields control={form.control} highlighted={highlighted} />
      </Stack>
    </GuardedFormDialog>
  );
}

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
const currencies = Intl.supportedValuesOf('currency');
const chargedLabels = { month: 'Each month', year: 'Each year', once: 'Once' } as const;
const audienceNames = {
  both: 'Individuals and companies',
  Individual: 'Individuals',
  Corporate: 'Companies',
} as const;

interface PlanFieldsProps {
  control: Control<PlanValues>;
  /** The currently highlighted other plan. */
  highlighted: string | null;
}

function PlanFields({ control, highlighted }: PlanFieldsProps): ReactElement {
  return (
    <>
      <FormTextField
        control={control}
        name="name"
        label="Name"
        autoComplete="off"
        autoFocus
        inputProps={{ maxLength: 60 }}
      />
      <FormTextField
        control={control}
        name="description"
        label="Description"
        autoComplete="off"
        multiline
        minRows={2}
        inputProps={{ maxLength: 300 }}
      />
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
        <FormTextField
          control={control}
          name="price"
          label="Price"
          hint="Leave empty for “price on request”"
          autoComplete="off"
          inputProps={{ inputMode: 'decimal' }}
        />
        <FormSelect control={control} name="interval" label="Billed">
          {planIntervals.map((interval) => (
            <option key={interval} value={interval}>
              {chargedLabels[interval]}
            </option>
          ))}
        </FormSelect>
        <FormSelect control={control} name="currency" label="Currency">
          {currencies.map((code) => (
            <option key={code} value={code}>
              {code} – {currencyNames.of(code)}
            </option>
          ))}
        </FormSelect>
      </Stack>
      <FormTextField
        control={control}
        name="includes"
        label="Includes"
        hint={linesHint}
        autoComplete="off"
        multiline
        minRows={4}
        maxRows={12}
      />
      <FormSelect control={control} name="audience" label="Audience">
        {planAudiences.map((audience) => (
          <option key={audience} value={audience}>
            {audienceNames[audience]}
          </option>
        ))}
      </FormSelect>
      <div>
        <Flag control={control} name="isPublic" label="Show on the public page" />
        <Flag
          control={control}
          name="isHighlighted"
          label={
            highlighted === null ? 'Mark as recommended' : `Mark as recommended instead of ${highlighted}`
          }
        />
      </div>
    </>
  );
}

interface FlagProps {
  control: Control<PlanValues>;
  name: 'isPublic' | 'isHighlighted';
  label: string;
}

function Flag({ control, name, label }: FlagProps): ReactElement {
  const { field } = useController({ control, name });
  return (
    <FormControlLabel
      sx={{ display: 'flex', overflowWrap: 'anywhere' }}
      control={
        <Checkbox checked={field.value} onChange={field.onChange} slotProps={{ input: { ref: field.ref } }} />
      }
      label={label}
      slotProps={{ typography: { variant: 'body2' } }}
    />
  );
}
