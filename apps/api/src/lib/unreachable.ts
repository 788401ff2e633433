const codes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'];

export const databaseIsUnreachable =
  'PostgreSQL does not answer at the address in DATABASE_URL. Start it, or correct the address.';

/** Whether a connection failed. Node combines the failures of all addresses of a name. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnreachable);
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
