import type { ReactElement } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { LabelledInput, type LabelledInputProps } from './labelled-input.tsx';

interface FormTextFieldProps<T extends FieldValues> extends Omit<
  LabelledInputProps,
  'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'ref'
> {
  control: Control<T>;
  name: FieldPath<T>;
}

/** A `LabelledInput` of a react-hook-form form; an empty text of a nullable field is the caller's to map. */
export function FormTextField<T extends FieldValues>({
  control,
  name,
  ...input
}: FormTextFieldProps<T>): ReactElement {
  const { field, fieldState } = useController({ control, name });
  const { ref, value, ...rest } = field;
  return (
    <LabelledInput
      {...input}
      {...rest}
      value={value ?? ''}
      inputRef={ref}
      error={fieldState.error?.message}
    />
  );
}
