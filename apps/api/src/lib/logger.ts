import { pino, type Logger } from 'pino';

export type { Logger };

/** JSON lines on standard output. Records carry ids only: no names, bodies, addresses or tokens. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: (error: unknown) =>
        error instanceof Error
          ? { name: error.name, message: error.message, stack: error.stack, ...causeOf(error) }
          : { message: String(error) },
    },
  });
}

function causeOf(error: Error): { cause?: string } {
  return error.cause instanceof Error ? { cause: `${error.cause.name}: ${error.cause.message}` } : {};
}
