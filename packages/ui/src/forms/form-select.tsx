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

/** A `LabeledSelect` in a react-hook-form form. */
export function FormSelect<T extends FieldValues>({
  control,
  name,
  ...select
}: FormSelectProps<T>): ReactElement {
  const { field, fieldState } = useController({ control, name });
  const { ref, ...rest } = field;
  return <LabeledSelect {...select} {...rest} inputRef={ref} error={fieldState.error?.message} />;
}
