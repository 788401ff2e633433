import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, toProblem } from '#lib/errors.ts';
import { getErrorCode } from '#lib/error-codes.ts';

/**
 * Answers every error with a problem document; logs unexpected ones and answers INTERNAL. A client disconnect is not an
 * error.
 */
export function registerProblemHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const known = toAppError(error);
    const { socket } = request.raw;
    const isHangUp = known.code === 'UNAVAILABLE' && socket.destroyed;
    if (isHangUp) request.log.info({ err: error }, 'the client hung up');
    // The client is asked to try again, as while a file is checked; nothing failed.
    else if (isRetryLater(error)) request.log.info({ code: known.code }, 'asked to try again');
    else if (known.status >= 500) request.log.error({ err: error, code: known.code }, 'request failed');
    return sendProblem(known, request, reply);
  });
}

export function sendProblem(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.retryAfterSeconds !== undefined)
    void reply.header('retry-after', String(error.retryAfterSeconds));
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(toProblem(error, request.id));
}

/** Maps errors of the framework and database to `AppError`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = getErrorCode(error);
  return (
    toDatabaseError(code, error) ??
    toFrameworkError(code, error) ??
    new AppError('INTERNAL', 'Something went wrong. Try again.', { cause: error })
  );
}

function toDatabaseError(code: string, cause: unknown): AppError | null {
  if (code === '23505') return new AppError('CONFLICT', 'There is already a record like this.', { cause });
  if (code === '23503')
    return new AppError('RULE_BROKEN', 'This refers to a record that does not exist here.', { cause });
  if (code === '23514') return new AppError('RULE_BROKEN', 'A value is out of range.', { cause });
  if (code === '40001' || code === '40P01' || code === '55P03')
    return new AppError('CONFLICT', 'Someone else changed these records. Try again.', { cause });
  if (code === '53100')
    return new AppError(
      'UNAVAILABLE',
      'The server’s disk is full. Nothing was changed; try again when there is space.',
      { cause, retryAfterSeconds: 30 },
    );
  if (code.startsWith('22'))
    return new AppError('INVALID_INPUT', 'A value has the wrong format. Correct it and try again.', {
      cause,
    });
  if (
    ['08', '53', '57'].some((group) => code.startsWith(group)) ||
    /^E(CONNREFUSED|CONNRESET|PIPE|NOENT|TIMEDOUT|HOSTUNREACH)$/.test(code) ||
    isPoolTimeout(cause)
  ) {
    return new AppError(
      'UNAVAILABLE',
      'The database is not responding. Nothing was changed. Try again in a minute.',
      { cause, retryAfterSeconds: 5 },
    );
  }
  return null;
}

function toFrameworkError(code: string, error: unknown): AppError | null {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('TOO_LARGE', 'The request is too large.');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new AppError('UNSUPPORTED_MEDIA', 'Send JSON with the content type application/json.');
  const status = isFastifyError(error) ? (error.statusCode ?? 500) : 500;
  if (status === 413) return new AppError('TOO_LARGE', 'The request is too large.');
  if (status >= 400 && status < 500)
    return new AppError('INVALID_INPUT', 'The request is not valid. Reload the page and try again.', {
      cause: error,
    });
  return null;
}

function isPoolTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed and is not queryable/i.test(
      error.message,
    )
  );
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error;
}

function isRetryLater(error: unknown): boolean {
  return error instanceof AppError && error.code === 'UNAVAILABLE' && error.cause === undefined;
}
