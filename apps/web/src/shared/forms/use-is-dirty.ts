import { useFormState, useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';

/**
 * Whether the form's values differ from its default values. The form's own `isDirty` becomes false when server values
 * arrive while other fields have typed values.
 */
export function useIsDirty<V extends FieldValues>({ control, getValues }: UseFormReturn<V>): boolean {
  const { defaultValues = {} } = useFormState({ control });
  useWatch({ control });
  return JSON.stringify(getValues()) !== JSON.stringify(defaultValues);
}
