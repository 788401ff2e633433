import type { Endpoint } from '@handover/contract/http/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { safeParse } from 'zod/mini';
import { AppError, invalidField, type FieldError } from '#lib/errors.ts';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The bearer token of a session or API key, or null. */
export function findBearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer ((?:hk_)?[A-Za-z0-9_-]{43})$/.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/** Whether a token is an API key. Session tokens are shorter. */
export function isApiKey(token: string | null): boolean {
  return token !== null && token.length === 46;
}

/** The bearer token of a signed-in session, or null; public endpoints take an API key for a guest. */
export function findSessionToken(request: FastifyRequest): string | null {
  const token = findBearerToken(request);
  return isApiKey(token) ? null : token;
}

/** The workspace ID in `X-Workspace`, or null. Throws INVALID_INPUT for a malformed one. */
export function findWorkspaceHeader(request: FastifyRequest): string | null {
  const header = request.headers['x-workspace'];
  if (header === undefined) return null;
  if (typeof header !== 'string' || !uuidPattern.test(header))
    throw invalidField('X-Workspace', 'Not a workspace ID');
  return header;
}

/** The `Idempotency-Key`, or null. Throws INVALID_INPUT if it is too long. */
export function findIdempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(header))
    throw invalidField('Idempotency-Key', 'Use 8 to 200 printable characters');
  return header;
}

/** Far above the largest body that is sent, a selection of 10,000 records. */
const maxValues = 50_000;
const maxReported = 20;
const maxPathLength = 200;

export type ValidatedRequest = { params: unknown; query: unknown; body: unknown };

/** Whether the handler reads the body itself instead of JSON. */
export function isRawBody({ transfer }: Endpoint): boolean {
  return transfer === 'upload' || transfer === 'form';
}

/**
 * Parses parameters, query, and body by the endpoint's schemas, before an upload's bytes are read. Throws INVALID_INPUT
 * with each field.
 */
export function validate(endpoint: Endpoint, request: FastifyRequest): ValidatedRequest {
  if (endpoint.method !== 'GET') findIdempotencyKey(request);
  const errors = new Errors();
  const params = check({ schema: endpoint.params, value: request.params, errors });
  // A malformed ID gets the same answer as a nonexistent one.
  if (errors.count > 0)
    throw new AppError('NOT_FOUND', 'This record does not exist, or you do not have access to it.');
  const query =
    endpoint.query === undefined
      ? rejectAllParams(request.query, errors)
      : check({ schema: endpoint.query, value: request.query, errors });
  if (!isRawBody(endpoint) && countValues(request.body) > maxValues)
    throw new AppError('INVALID_INPUT', 'The request has more than 50,000 values.');
  const body = !isRawBody(endpoint)
    ? check({
        schema: endpoint.body,
        value: request.body ?? (endpoint.body === undefined ? undefined : {}),
        errors,
      })
    : undefined;
  if (errors.count > 0) throw new AppError('INVALID_INPUT', describe(errors), { errors: errors.reported });
  return { params, query, body };
}

/** Field errors: the first few, and the total number. */
class Errors {
  readonly reported: FieldError[] = [];
  count = 0;

  add(path: readonly PropertyKey[], message: string): void {
    this.count += 1;
    if (this.reported.length < maxReported)
      this.reported.push({ path: path.map(String).join('.').slice(0, maxPathLength), message });
  }
}

/** The fields and items of a body at any depth; counting stops above the maximum. */
function countValues(body: unknown): number {
  const open = [body];
  let count = 0;
  for (let next = open.pop(); next !== undefined && count <= maxValues; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const value of Object.values(next)) {
      count += 1;
      if (count > maxValues) break;
      if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return count;
}

function check({
  schema,
  value,
  errors,
}: {
  schema: z.ZodMiniType | undefined;
  value: unknown;
  errors: Errors;
}): unknown {
  if (schema === undefined) return undefined;
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) addIssue(errors, issue);
  return undefined;
}

function addIssue(errors: Errors, { path, message, ...issue }: z.core.$ZodIssue): void {
  if (issue.code === 'unrecognized_keys')
    for (const key of issue.keys) errors.add([...path, key], 'Unknown field');
  else if (issue.code === 'invalid_union' && path.length === 0 && issue.errors.length > 0)
    // If a body has several forms, the closest form determines which field is reported.
    for (const inner of issue.errors.toSorted((one, other) => one.length - other.length)[0] ?? [])
      addIssue(errors, inner);
  else errors.add(path, message);
}

function rejectAllParams(query: unknown, errors: Errors): undefined {
  for (const key of Object.keys(query ?? {})) errors.add([key], 'Unknown parameter');
  return undefined;
}

function describe({ reported: [first], count }: Errors): string {
  if (first === undefined) return 'The request is not valid.';
  const rest = count > 1 ? ` and ${String(count - 1)} more` : '';
  return first.path === '' ? `${first.message}${rest}` : `${first.path}: ${first.message}${rest}`;
}
