import type { Problem } from '@handover/contract/http/errors.ts';

/** Codes for a call without a usable response. Other errors have a code from the contract. */
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
  /** A sentence that can be shown to the user. */
  readonly detail: string;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  readonly requestId: string | null;
  /** Seconds until a retry makes sense, with 429 and 503. */
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

/** The error for a call without a response. */
export function createUnansweredError(code: NoResponseCode, cause: unknown): ApiError {
  return new ApiError({ status: 0, code, detail: unansweredMessages[code] }, null, cause);
}

/** The error described by a failed response. */
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

/** The message to show for any error thrown by a call. */
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

/** An error message without the name of its field, for forms that show errors only at their fields. */
export function getFieldMessage(error: unknown): string {
  const [first] = error instanceof ApiError ? error.errors : [];
  return first?.message ?? getErrorMessage(error);
}
