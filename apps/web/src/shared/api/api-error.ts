import type { Problem } from '@handover/contract/errors.ts';

/** A call that gave no answer has one of these codes, an answered one a code of the contract. */
type NoResponseCode = 'TIMEOUT' | 'NETWORK' | 'UNREADABLE';

const unansweredMessages: Record<NoResponseCode, string> = {
  TIMEOUT: 'The server took too long to answer. Try again.',
  NETWORK: 'The server cannot be reached. Check your connection and try again.',
  UNREADABLE: 'The server’s response could not be read. Try again.',
};

/** The error of a call: the server's problem document, or why there was no response (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** A sentence for the person at the screen. */
  readonly detail: string;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  readonly requestId: string | null;
  /** Seconds until another try makes sense, with 429 and 503. */
  readonly retryAfterSeconds: number | null;
  /** The current record, with STALE_VERSION. */
  readonly current: unknown;

  constructor(
    problem: Partial<Problem> & { status: number; code: string; detail: string },
    retryAfterSeconds: number | null = null,
    cause?: unknown,
  ) {
    super(`${problem.code}: ${problem.detail}`, { cause });
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId ?? null;
    this.retryAfterSeconds = retryAfterSeconds;
    this.current = problem.current;
  }
}

/** The error for a call without an answer. */
export function createUnansweredError(code: NoResponseCode, cause: unknown): ApiError {
  return new ApiError({ status: 0, code, detail: unansweredMessages[code] }, null, cause);
}

/** The error that a failed response describes. */
export async function toApiError(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const body: unknown = await response.json().catch(() => null);
  const problem = isProblem(body)
    ? body
    : {
        status: response.status,
        code: 'UNREADABLE',
        detail: `${unansweredMessages.UNREADABLE} (${String(response.status)})`,
      };
  return new ApiError(problem, Number.isFinite(retryAfter) ? retryAfter : null);
}

/** The sentence to show for anything that a call threw. */
export function getErrorMessage(error: unknown): string {
  return error instanceof ApiError ? error.detail : 'Something went wrong. Try again.';
}

function isProblem(body: unknown): body is Problem {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    'detail' in body &&
    'status' in body &&
    typeof body.status === 'number'
  );
}
