/** The code of an error of Node, PostgreSQL, or a library; empty without one. */
export function getErrorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** For `catch`: answers `value` if a file or folder does not exist, and throws any other error. */
export function ifMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (getErrorCode(error) === 'ENOENT') return value;
    throw error;
  };
}
