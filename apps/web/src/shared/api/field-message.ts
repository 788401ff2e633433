import { ApiError, getErrorMessage } from './api-error.ts';

/** The message to show in a form that shows errors only at its fields: without the name of the field. */
export function getFieldMessage(error: unknown): string {
  const [first] = error instanceof ApiError ? error.errors : [];
  return first?.message ?? getErrorMessage(error);
}
