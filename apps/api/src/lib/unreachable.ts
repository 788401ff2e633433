const codes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'];

export const databaseIsUnreachable =
  'PostgreSQL does not answer at the address in DATABASE_URL. Start it, or correct the address.';

/** Whether nobody answers at an address. Node tries each address of a name, and then throws the failures together. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnreachable);
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
