import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError, messageOf } from '#shared/api/api-error.ts';

/** Puts the server's field errors on their fields, the first with the focus; what names no field becomes the form's `root` error. */
export function applyServerErrors<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fields: readonly FieldPath<T>[],
): void {
  const named = error instanceof ApiError ? error.errors : [];
  const known = named.flatMap(({ path, message }) => {
    const field = fields.find((candidate) => candidate === path);
    return field === undefined ? [] : [{ field, message }];
  });
  for (const [index, { field, message }] of known.entries())
    setError(field, { message }, { shouldFocus: index === 0 });
  if (known.length === 0) setError('root', { message: messageOf(error) });
}
