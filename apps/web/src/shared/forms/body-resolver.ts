import { get, set, type FieldErrors, type FieldValues, type Resolver } from 'react-hook-form';
import { safeParse, type ZodMiniType } from 'zod/mini';

/** Judges what a form's texts stand for by the contract's schema; the form keeps its texts. */
export function bodyResolver<V extends FieldValues>(
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
