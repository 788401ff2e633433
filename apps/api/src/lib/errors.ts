import { errorStatus, type ErrorCode, type Problem } from '@handover/contract/http/errors.ts';
import { getErrorCode } from './error-codes.ts';

export type FieldError = { path: string; message: string };

type Details = {
  /** Field errors for the form. */
  readonly errors?: readonly FieldError[];
  /** The current record, with STALE_VERSION. */
  readonly current?: unknown;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
};

/** An expected error. `message` is shown to the user; `cause` is only logged. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly current: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.errors = details.errors;
    this.current = details.current;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** Same answer for a missing record and one the user may not see. */
export function notFound(what = 'record'): AppError {
  return new AppError('NOT_FOUND', `This ${what} does not exist, or you do not have access to it.`);
}

export function forbidden(message = 'Your role does not allow this.'): AppError {
  return new AppError('FORBIDDEN', message);
}

/** An error on one form field. */
export function invalidField(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', message, { errors: [{ path, message }] });
}

/** Rejects a change to a deleted record that the member can see in the trash; others get `notFound`. */
export function inTrash(what: string): AppError {
  return new AppError('RULE_BROKEN', `This ${what} is in the trash. Restore it first.`);
}

/** The record has changed since it was read; `current` lets the screen show both versions. */
export function staleVersion(current: unknown): AppError {
  return new AppError('STALE_VERSION', 'Someone else changed this while you were editing.', { current });
}

const titles: Record<number, string> = {
  400: 'Invalid request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict',
  410: 'Gone',
  413: 'Too large',
  415: 'Unsupported content type',
  422: 'Rule broken',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Temporarily unavailable',
};

/** The error as an RFC 9457 problem document. */
export function toProblem(error: AppError, requestId: string): Problem {
  return {
    type: 'about:blank',
    title: titles[error.status] ?? 'Error',
    status: error.status,
    detail:
      error.code === 'INTERNAL'
        ? `${error.message} If it happens again, give your administrator this request ID: ${requestId}`
        : error.message,
    code: error.code,
    requestId,
    ...(error.errors === undefined ? {} : { errors: [...error.errors] }),
    ...(error.current === undefined ? {} : { current: error.current }),
  };
}

const codes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'];

export const databaseIsUnreachable =
  'PostgreSQL does not answer at the address in DATABASE_URL. Start it, or correct the address.';

/** Whether a connection failed. Node combines the failures of all addresses of a name. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnreachable);
  return codes.includes(getErrorCode(error));
}

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
