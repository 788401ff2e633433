/** The embedded database cannot be used; the message says why and what to do, in words for the operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** Turns an error of a file operation below the data folder into one the operator can act on. */
export function explainFileFailure(error: unknown, folder: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  return new EmbeddedPostgresError(describe(codeOf(error), folder, error), { cause: error });
}

/** The reason a PostgreSQL program gave for ending, made plain where it is a full disk. */
export function explainOutput(action: string, output: string, folder: string): EmbeddedPostgresError {
  if (/No space left on device|Disk quota exceeded/i.test(output)) {
    return new EmbeddedPostgresError(`${action}: ${diskFull(folder)}`);
  }
  return new EmbeddedPostgresError(`${action}:\n${lastReasons(output)}`);
}

function describe(code: string, folder: string, error: unknown): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(folder);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The data folder ${folder} cannot be written by this user (${code}): give it access or set DATA_DIR to another folder.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `The data folder ${folder} is not a folder: set DATA_DIR to one.`;
    default:
      return `The data folder ${folder} cannot be used: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The message for a disk without room for the database. */
export function diskFull(folder: string): string {
  return `The disk that holds ${folder} is full: free some space and start again. Nothing that was saved is lost.`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function lastReasons(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const reasons = lines.filter((line) => /\b(FATAL|PANIC|ERROR|error|HINT|could not)\b/.test(line));
  return (reasons.length > 0 ? reasons : lines).slice(-5).join('\n');
}
