import { pino, type Logger } from 'pino';

export type { Logger };

/** Limit of a stack. Callers that wait for one connection share its error, and each adds its frames to it. */
const maxStackCharacters = 4_000;

/** Logs JSON lines to standard output. Log ids only: no names, bodies, addresses, or tokens. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: (error: unknown) =>
        error instanceof Error
          ? {
              name: error.name,
              message: error.message,
              stack: error.stack?.slice(0, maxStackCharacters),
              ...getStatement(error),
              ...getCause(error),
            }
          : { message: describeOther(error) },
    },
  });
}

/** The SQL of a failed statement, with placeholders instead of values. */
function getStatement(error: Error): { statement?: string } {
  return 'statement' in error && typeof error.statement === 'string' ? { statement: error.statement } : {};
}

function getCause(error: Error): { cause?: string } {
  return error.cause instanceof Error ? { cause: `${error.cause.name}: ${error.cause.message}` } : {};
}

/** Describes a thrown value that is not an Error: its message, or its field names. */
function describeOther(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  if ('message' in thrown && typeof thrown.message === 'string') return thrown.message;
  return `An object with ${Object.keys(thrown).join(', ') || 'no fields'}`;
}
