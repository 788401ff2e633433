import {
  engagementFieldLabels as labels,
  partLabels,
} from '@handover/contract/businesses/engagement-letters.ts';
import { considerationParts } from '@handover/domain/commission/commission.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import InputAdornment from '@mui/material/InputAdornment';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useController, type UseFormReturn } from 'react-hook-form';
import { commissionSettingsQuery } from './engagements.queries.ts';
import { FeeStepFields } from '#shared/commission/fee-step-fields.tsx';
import { toStepValues } from '#shared/commission/fee-steps.ts';
import { findMessage } from '#shared/forms/form-validation.ts';
import type { LetterValues } from './letter-values.ts';
import styles from './engagements.module.css';

interface FieldsProps {
  form: UseFormReturn<LetterValues>;
}

/** The fee table, which can start from a template, the minimum, and the base of the commission. */
export function FeeFields({ form, currency }: FieldsProps & { currency: string }): ReactElement {
  const { control, setValue } = form;
  const { data: settings } = useQuery(commissionSettingsQuery());
  const start = (name: string): void => {
    const table = settings?.feeTables.find((each) => each.name === name);
    if (table === undefined) return;
    setValue('feeTableName', table.name, { shouldDirty: true });
    setValue('steps', toStepValues(table.steps), { shouldDirty: true });
  };
  const money = <InputAdornment position="end">{currency}</InputAdornment>;
  return (
    <fieldset className={styles['group']}>
      <legend>Fee</legend>
      <div className={styles['pair']}>
        <LabeledSelect label="Start from" value="" onChange={({ target }) => start(target.value)}>
          <option value="">Choose a table</option>
          {settings?.feeTables.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </LabeledSelect>
        <FormTextField control={control} name="feeTableName" label={labels.feeTableName} autoComplete="off" />
      </div>
      <StepFields form={form} currency={currency} />
      <div className={styles['pair']}>
        <FormTextField
          control={control}
          name="minimumFeeCents"
          label={labels.minimumFeeCents}
          inputMode="decimal"
          autoComplete="off"
          endAdornment={money}
        />
      </div>
      <CountedParts form={form} />
    </fieldset>
  );
}

function StepFields({
  form: { control, formState },
  currency,
}: FieldsProps & { currency: string }): ReactElement {
  const { field } = useController({ control, name: 'steps' });
  return (
    <FeeStepFields
      steps={field.value}
      onChange={field.onChange}
      currency={currency}
      errorAt={(path) => findMessage(formState.errors, path)}
    />
  );
}

function CountedParts({ form: { control } }: FieldsProps): ReactElement {
  const { field, fieldState } = useController({ control, name: 'countedParts' });
  const toggle = (part: (typeof considerationParts)[number], isOn: boolean): void =>
    field.onChange(considerationParts.filter((each) => (each === part ? isOn : field.value.includes(each))));
  return (
    <div role="group" aria-label={labels.countedParts}>
      <span>{labels.countedParts}</span>
      <div className={styles['checks']}>
        {considerationParts.map((part) => (
          <FormControlLabel
            key={part}
            label={partLabels[part]}
            control={
              <Checkbox
                checked={field.value.includes(part)}
                onChange={(_event, isOn) => toggle(part, isOn)}
              />
            }
            slotProps={{ typography: { variant: 'body2' } }}
          />
        ))}
      </div>
      {fieldState.error !== undefined && (
        <p role="alert" className={styles['error']}>
          {fieldState.error.message}
        </p>
      )}
    </div>
  );
}

/** Term, tail, and carve-outs. */
export function TermFields({ form: { control } }: FieldsProps): ReactElement {
  return (
    <fieldset className={styles['group']}>
      <legend>Term</legend>
      <div className={styles['pair']}>
        <FormTextField control={control} name="startsOn" label={labels.startsOn} type="date" />
        <FormTextField
          control={control}
          name="endsOn"
          label={labels.endsOn}
          type="date"
          hint="Leave empty for an open-ended letter"
        />
        <FormTextField
          control={control}
          name="tailMonths"
          label={labels.tailMonths}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <FormTextField
        control={control}
        name="carveOuts"
        label={labels.carveOuts}
        multiline
        maxRows={6}
        hint="Buyers or assets excluded from commission"
      />
    </fieldset>
  );
}
