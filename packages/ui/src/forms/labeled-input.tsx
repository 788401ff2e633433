import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { Suspense, use, useId, type ReactElement, type ReactNode } from 'react';
import { DateInputContext } from './date-inputs.tsx';

export interface LabeledInputProps extends Omit<OutlinedInputProps, 'label' | 'error' | 'id'> {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
}

/** An input with its label above, and a hint or its error below. */
export function LabeledInput({
  label,
  error,
  hint,
  sx,
  inputProps,
  ...input
}: LabeledInputProps): ReactElement {
  const id = useId();
  const DateInput = use(DateInputContext);
  const isDate = input.type === 'date' || input.type === 'datetime-local';
  const note = error ?? hint;
  return (
    <FormControl fullWidth error={error !== undefined} {...(sx !== undefined && { sx })}>
      <FormLabel htmlFor={id}>{label}</FormLabel>
      <Suspense fallback={<OutlinedInput id={id} disabled />}>
        <OutlinedInput
          id={id}
          {...input}
          {...(isDate && DateInput !== null && { inputComponent: DateInput })}
          inputProps={{ ...inputProps, ...(note !== undefined && { 'aria-describedby': `${id}-note` }) }}
        />
      </Suspense>
      {note !== undefined && <FormHelperText id={`${id}-note`}>{note}</FormHelperText>}
    </FormControl>
  );
}
