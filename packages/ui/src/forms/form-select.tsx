import type { ReactElement } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { LabeledSelect, type LabeledSelectProps } from './labeled-select.tsx';

interface FormSelectProps<T extends FieldValues> extends Omit<
  LabeledSelectProps,
  'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'ref'
> {
  control: Control<T>;
  name: FieldPath<T>;
}

/** A `LabeledSelect` in a react-hook-form form, which cannot be changed while the form is being saved. */
export function FormSelect<T extends FieldValues>({
  control,
  name,
  ...select
}: FormSelectProps<T>): ReactElement {
  const { field, fieldState, formState } = useController({ control, name });
  const { ref, onChange, ...rest } = field;
  return (
    <LabeledSelect
      {...select}
      {...rest}
      inputRef={ref}
      onChange={(event) => formState.isSubmitting || onChange(event)}
      error={fieldState.error?.message}
    />
  );
}
