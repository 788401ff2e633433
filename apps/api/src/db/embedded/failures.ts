import { getErrorCode } from '#lib/error-codes.ts';

/** The embedded database cannot be used; the operator-facing message says why and what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** Converts a file error in the data folder to an operator-facing one. */
export function explainFileFailure(error: unknown, folder: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  return new EmbeddedPostgresError(describe(getErrorCode(error), folder, error), { cause: error });
}

/** The error that a PostgreSQL program reported; a full disk is named plainly. */
export function explainOutput(action: string, output: string, folder: string): EmbeddedPostgresError {
  if (/No space left on device|Disk quota exceeded/i.test(output)) {
    return new EmbeddedPostgresError(`${action}: ${formatDiskFull(folder)}`);
  }
  return new EmbeddedPostgresError(`${action}:\n${getLastReasons(output)}`);
}

function describe(code: string, folder: string, error: unknown): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return formatDiskFull(folder);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The data folder ${folder} is not writable by this user (${code}). Grant access, or set DATA_DIR to another folder.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `The data folder ${folder} is not a folder: set DATA_DIR to one.`;
    default:
      return `The data folder ${folder} cannot be used: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Message for a full disk. */
export function formatDiskFull(folder: string): string {
  return `The disk that holds ${folder} is full: free some space and start again. Nothing that was saved is lost.`;
}

function getLastReasons(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const reasons = lines.filter((line) => /\b(FATAL|PANIC|ERROR|error|HINT|could not)\b/.test(line));
  return (reasons.length > 0 ? reasons : lines).slice(-5).join('\n');
}
