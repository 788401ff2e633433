import { ApiError, messageOf } from './api-error.ts';

/** The sentence to show in a form that has no place for errors beside its fields: without the name of the field. */
export function fieldMessageOf(error: unknown): string {
  const [first] = error instanceof ApiError ? error.errors : [];
  return first?.message ?? messageOf(error);
}
