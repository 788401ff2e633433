import { getErrorCode } from './error-codes.ts';
import { databaseIsUnreachable, isUnreachable } from './errors.ts';

/** Explains to the operator why a server, a worker, or a command failed. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = getErrorCode(error);
  if (code === 'EADDRINUSE')
    return 'The port is in use by another program. Stop that program, or set PORT to a free port.';
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen')
    return 'This port needs more rights. Set PORT to one above 1023.';
  if (code === 'ENOSPC') return 'The disk is full. Free some space and try again; nothing was lost.';
  if (isUnreachable(error)) return databaseIsUnreachable;
  const cause = error.cause instanceof Error ? `\n${error.cause.message}` : '';
  return `${error.message}${cause}`;
}
