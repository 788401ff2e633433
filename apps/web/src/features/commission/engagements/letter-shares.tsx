import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import InputAdornment from '@mui/material/InputAdornment';
import type { ReactElement } from 'react';
import { Controller, useFieldArray, type UseFormReturn } from 'react-hook-form';
import { shareKeys, type LetterValues } from './letter-values.ts';
import styles from './engagements.module.css';

interface FieldsProps {
  form: UseFormReturn<LetterValues>;
  isDisabled: boolean;
}

const shareLabels: Readonly<Record<(typeof shareKeys)[number], readonly [label: string, hint: string]>> = {
  referralBps: ['Referral', 'Share of the commission, off the top'],
  listingShareBps: ['Listing side', 'Share after the referral; the rest goes to the buyer’s side'],
  brokerBps: ['Broker', 'Share of the listing side'],
  coBrokerBps: ['Co-broker', 'Share of the listing side'],
  buyerBrokerBps: ['Buyer’s broker', 'Share of the buyer’s side'],
};

/** The split of the commission; the brokerage keeps the rest. */
export function SplitFields({ form: { control }, isDisabled }: FieldsProps): ReactElement {
  return (
    <fieldset className={styles['group']} disabled={isDisabled}>
      <legend>Splits</legend>
      <div className={styles['pair']}>
        {shareKeys.map((key) => {
          const [label, hint] = shareLabels[key];
          return (
            <FormTextField
              key={key}
              control={control}
              name={`splits.${key}`}
              label={label}
              hint={hint}
              inputMode="decimal"
              autoComplete="off"
              endAdornment={<InputAdornment position="end">%</InputAdornment>}
            />
          );
        })}
        <FormTextField
          control={control}
          name="splits.referralName"
          label="Referral paid to"
          hint="Required with a referral"
          autoComplete="off"
          inputProps={{ maxLength: 120 }}
        />
      </div>
    </fieldset>
  );
}

/** Retainers paid by the seller, and whether they are deducted from the commission. */
export function RetainerFields({
  form,
  currency,
  isDisabled,
}: FieldsProps & { currency: string }): ReactElement {
  const { control } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'retainers' });
  return (
    <fieldset className={styles['group']} disabled={isDisabled}>
      <legend>Retainers</legend>
      {fields.map(({ id }, index) => (
        <div key={id}>
          <div className={styles['row']}>
            <FormTextField
              control={control}
              name={`retainers.${index}.amountCents`}
              label="Amount"
              inputMode="decimal"
              autoComplete="off"
              endAdornment={<InputAdornment position="end">{currency}</InputAdornment>}
            />
            <FormTextField control={control} name={`retainers.${index}.paidOn`} label="Paid on" type="date" />
            <Button
              size="small"
              variant="text"
              color="inherit"
              aria-label={`Remove retainer ${String(index + 1)}`}
              onClick={() => remove(index)}
            >
              Remove
            </Button>
          </div>
          <Controller
            control={control}
            name={`retainers.${index}.isCreditable`}
            render={({ field }) => (
              <FormControlLabel
                label="Credited to the commission"
                control={<Checkbox checked={field.value} onChange={(_event, isOn) => field.onChange(isOn)} />}
                slotProps={{ typography: { variant: 'body2' } }}
              />
            )}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          onClick={() => append({ amountCents: '', isCreditable: true, paidOn: '' })}
        >
          Add retainer
        </Button>
      </div>
    </fieldset>
  );
}
