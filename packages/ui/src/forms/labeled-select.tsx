import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import NativeSelect, { type NativeSelectProps } from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, type ReactElement, type ReactNode } from 'react';

export interface LabeledSelectProps extends Omit<NativeSelectProps, 'error' | 'id' | 'input' | 'variant'> {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
}

/** The browser's own select with its label above, and a hint or its error below; `children` are `<option>`s. */
export function LabeledSelect({
  label,
  error,
  hint,
  sx,
  inputProps,
  children,
  ...select
}: LabeledSelectProps): ReactElement {
  const id = useId();
  const note = error ?? hint;
  return (
    <FormControl fullWidth error={error !== undefined} {...(sx !== undefined && { sx })}>
      <FormLabel htmlFor={id}>{label}</FormLabel>
      <NativeSelect
        id={id}
        input={<OutlinedInput />}
        {...select}
        inputProps={{ ...inputProps, id, ...(note !== undefined && { 'aria-describedby': `${id}-note` }) }}
      >
        {children}
      </NativeSelect>
      {note !== undefined && <FormHelperText id={`${id}-note`}>{note}</FormHelperText>}
    </FormControl>
  );
}
