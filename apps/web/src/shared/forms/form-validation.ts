import {
  type FieldPath,
  type FieldValues,
  type UseFormSetError,
  get,
  set,
  type FieldErrors,
  type Resolver,
} from 'react-hook-form';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { safeParse, type ZodMiniType } from 'zod/mini';

/** Shows the server's errors on their fields and focuses the first; other errors are set as the form's `root` error. */
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
  if (known.length === 0) setError('root', { message: getErrorMessage(error) });
}

/** Saves a form's values and keeps the form locked until the answer is there. The mutation shows its own error. */
export function submitAndWait<V>(mutateAsync: (values: V) => Promise<unknown>): (values: V) => Promise<void> {
  return async (values) => void (await Promise.allSettled([mutateAsync(values)]));
}

/** Validates a form's values with the contract's schema, without changing the values. */
export function createBodyResolver<V extends FieldValues>(
  schema: ZodMiniType,
  toBody: (values: V) => unknown,
): Resolver<V> {
  return (values) => {
    const { error } = safeParse(schema, toBody(values));
    if (error === undefined) return { values, errors: {} };
    const errors: FieldErrors<V> = {};
    for (const { path, message } of error.issues) {
      const name = path.join('.');
      if (get(errors, name) === undefined) set(errors, name, { type: 'contract', message });
    }
    return { values: {}, errors };
  };
}

/** The message of the error at a path such as `steps.0.rate`, if there is one. */
export function findMessage<T extends FieldValues>(errors: FieldErrors<T>, path: string): string | undefined {
  const message: unknown = get(errors, `${path}.message`);
  return typeof message === 'string' ? message : undefined;
}
