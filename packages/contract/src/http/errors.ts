import * as z from 'zod/mini';

/** Every error code of the API with its HTTP status. */
export const errorStatus = {
  INVALID_INPUT: 400,
  CURSOR_INVALID: 400,
  WORKSPACE_REQUIRED: 400,
  NOT_SIGNED_IN: 401,
  INVALID_CREDENTIALS: 401,
  SECOND_FACTOR_REQUIRED: 401,
  FORBIDDEN: 403,
  ACCOUNT_BANNED: 403,
  SECOND_FACTOR_REQUIRED_BY_WORKSPACE: 403,
  NOT_FOUND: 404,
  STALE_VERSION: 409,
  CONFLICT: 409,
  LINK_INVALID: 410,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA: 415,
  RULE_BROKEN: 422,
  GATE_NOT_MET: 422,
  WORKSPACE_LIMIT: 422,
  CURRENT_PASSWORD_WRONG: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  PASSWORD_WEAK: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** RFC 9457 problem document, `application/problem+json`. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.string(),
  requestId: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** The current record, for STALE_VERSION. */
  current: z.optional(z.unknown()),
});
export type Problem = z.infer<typeof problem>;
