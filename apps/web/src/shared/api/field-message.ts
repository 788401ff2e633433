import { ApiError, getErrorMessage } from './api-error.ts';

/** An error message without the name of its field, for forms that show errors only at their fields. */
export function getFieldMessage(error: unknown): string {
  const [first] = error instanceof ApiError ? error.errors : [];
  return first?.message ?? getErrorMessage(error);
}
