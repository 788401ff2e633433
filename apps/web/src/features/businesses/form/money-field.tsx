import InputAdornment from '@mui/material/InputAdornment';
import { moneyInput, parseMoney } from '@handover/domain/money.ts';
import type { ReactElement } from 'react';
import { useController, type Control } from 'react-hook-form';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { businessFieldLabels } from '#shared/labels/businesses.ts';
import type { BusinessValues, moneyFields } from './business-values.ts';

interface MoneyFieldProps {
  control: Control<BusinessValues>;
  name: (typeof moneyFields)[number];
  /** Null while the workspace's own is meant. */
  currency: string | null;
  hint?: string;
}

/** An amount, taken as people write it ("1.25M") and written out once the field is left. */
export function MoneyField({ control, name, currency, hint }: MoneyFieldProps): ReactElement {
  const { field, fieldState } = useController({ control, name });
  const { ref, onBlur, ...rest } = field;
  const writeOut = (): void => {
    const cents = parseMoney(field.value);
    if (cents !== null && moneyInput(cents) !== field.value) field.onChange(moneyInput(cents));
    onBlur();
  };
  return (
    <LabelledInput
      {...rest}
      label={businessFieldLabels[name]}
      hint={hint}
      inputRef={ref}
      onBlur={writeOut}
      autoComplete="off"
      inputProps={{ inputMode: 'decimal' }}
      endAdornment={currency !== null && <InputAdornment position="end">{currency}</InputAdornment>}
      error={fieldState.error?.message}
    />
  );
}
