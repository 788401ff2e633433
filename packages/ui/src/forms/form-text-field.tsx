import type { ReactElement } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { LabeledInput, type LabeledInputProps } from './labeled-input.tsx';

interface FormTextFieldProps<T extends FieldValues> extends Omit<
  LabeledInputProps,
  'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'ref'
> {
  control: Control<T>;
  name: FieldPath<T>;
}

/**
 * A `LabeledInput` in a react-hook-form form, read-only while the form is being saved. The caller has to map an empty
 * text of a nullable field.
 */
export function FormTextField<T extends FieldValues>({
  control,
  name,
  ...input
}: FormTextFieldProps<T>): ReactElement {
  const { field, fieldState, formState } = useController({ control, name });
  const { ref, value, ...rest } = field;
  return (
    <LabeledInput
      readOnly={formState.isSubmitting}
      {...input}
      {...rest}
      value={value ?? ''}
      inputRef={ref}
      error={fieldState.error?.message}
    />
  );
}
