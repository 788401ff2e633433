import type {
  BodyInput,
  Endpoint,
  ParamsInput,
  QueryInput,
  ResponseOf,
} from '@handover/contract/http/endpoint.ts';
import { ApiError, toApiError, createUnansweredError } from './api-error.ts';
import { readToken, readWorkspaceId, removeToken } from './stored-session.ts';
import { createSubmitKey } from './submit-key.ts';

export const requestTimeoutMs = 10_000;

interface RequestOptions {
  /** Aborts the call; query functions receive one. */
  signal?: AbortSignal;
  /**
   * For a POST. Must be the same for every retry of a submit (`useSubmitKey`). Without a key, each call is separate.
   */
  idempotencyKey?: string;
  /** Whether the request continues when the page is closed; limited to 64 kB. */
  keepalive?: boolean;
}

interface Parts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/**
 * Calls an endpoint of the contract with JSON and returns its typed response.
 * @throws ApiError with the server's problem document, or with status 0 after 10 s or without a connection.
 */
export async function send<E extends Endpoint>(
  endpoint: E | CallOf<E>,
  ...[input, options = {}]: Arguments<E, RequestOptions>
): Promise<ResponseOf<E>> {
  const parts: Parts = input ?? {};
  const body = parts.body === undefined ? undefined : JSON.stringify(parts.body);
  return withDeadline(options.signal, async (signal) => {
    const response = await request(endpoint, parts, { ...options, body, signal });
    return readResponse<E>(response);
  });
}

/** Opens a response that is read as a stream. The 10 s timeout applies until the first byte. */
export async function openStream<E extends Endpoint>(
  endpoint: E | CallOf<E>,
  {
    signal: outer,
    body,
    ...parts
  }: { params?: ParamsInput<E>; query?: QueryInput<E>; body?: BodyInput<E>; signal?: AbortSignal },
): Promise<Response> {
  return withDeadline(outer, (signal) => request(endpoint, parts, { body: JSON.stringify(body), signal }));
}

interface Wire {
  body?: string | undefined;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
  keepalive?: boolean | undefined;
}

async function request(
  endpoint: { method: string; path: string },
  parts: Parts,
  { body, signal, idempotencyKey, keepalive = false }: Wire,
): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  const token = readToken();
  const workspaceId = readWorkspaceId();
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (workspaceId !== null) headers.set('X-Workspace', workspaceId);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (endpoint.method === 'POST') headers.set('Idempotency-Key', idempotencyKey ?? createSubmitKey());
  const address = getAddress(endpoint.path, parts);
  const early =
    endpoint.method === 'GET' ? takePreloadedResponse(address, { token, workspaceId }) : undefined;
  const response = await (early ??
    fetch(address, {
      method: endpoint.method,
      headers,
      body: body ?? null,
      signal: signal ?? null,
      keepalive,
    }));
  if (response.status === 401) removeToken();
  if (!response.ok) throw await toApiError(response);
  return response;
}

/** The URL of an endpoint with its parameters and query filled in. */
export function getAddress(path: string, { params, query }: Pick<Parts, 'params' | 'query'>): string {
  const values = new Map<string, unknown>(toEntries(params));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const search = new URLSearchParams();
  for (const [name, value] of toEntries(query)) {
    const items: unknown[] = Array.isArray(value) ? value : [value];
    for (const item of items) if (item !== undefined) search.append(name, toText(item));
  }
  return `/api${filled}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function toEntries(values: unknown): [string, unknown][] {
  return typeof values === 'object' && values !== null ? Object.entries(values) : [];
}

async function readResponse<E extends Endpoint>(response: Response): Promise<ResponseOf<E>> {
  const text = await response.text();
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- the server validates its answers by the same contract
  const answer: ResponseOf<E> = text === '' ? undefined : JSON.parse(text);
  return answer;
}

async function withDeadline<T>(
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), requestTimeoutMs);
  const signal = outer === undefined ? deadline.signal : AbortSignal.any([deadline.signal, outer]);
  try {
    return await run(signal);
  } catch (error) {
    if (error instanceof ApiError || outer?.aborted === true) throw error;
    if (deadline.signal.aborted) throw createUnansweredError('TIMEOUT', error);
    throw createUnansweredError(error instanceof SyntaxError ? 'UNREADABLE' : 'NETWORK', error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * An endpoint without its schemas, with the type of the real one. Code that loads before sign-in uses `const call:
 * CallOf<typeof login> = { method: 'POST', path: '/auth/login' }`, so that it does not load the schema library.
 */
export type CallOf<E extends Endpoint> = Pick<E, 'method' | 'path'> & { readonly contract?: E };

type Nothing = Record<never, never>;

type Part<Key extends string, Value> = undefined extends Value
  ? { readonly [K in Key]?: undefined }
  : Nothing extends Value
    ? { readonly [K in Key]?: Value | undefined }
    : { readonly [K in Key]: Value };

/** The endpoint's input: `params`, `query`, and `body`, each only if its contract has one. */
type InputOf<E extends Endpoint> = Part<'params', ParamsInput<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E>>;

/** The input is optional if none of its parts is required. */
type Arguments<E extends Endpoint, Options> =
  Nothing extends InputOf<E>
    ? [input?: InputOf<E>, options?: Options]
    : [input: InputOf<E>, options?: Options];

/** Requests started before the first script loaded (`build/preload-data.ts`), by URL, with their session. */
export interface PreloadedResponses {
  token: string | null;
  workspaceId: string | null;
  answers: Record<string, Promise<Response>>;
}

declare global {
  interface Window {
    earlyAnswers?: PreloadedResponses;
  }
}

/** Milliseconds after the page was opened. Responses not used by then are requested again. */
const claimedUntilMs = 10_000;

/** The preloaded response for this URL and caller, if it is recent; each can be taken once. */
export function takePreloadedResponse(
  address: string,
  caller: Omit<PreloadedResponses, 'answers'>,
): Promise<Response> | undefined {
  const early = window.earlyAnswers;
  const answer = early?.answers[address];
  if (early === undefined || answer === undefined) return undefined;
  delete early.answers[address];
  const isSame = early.token === caller.token && early.workspaceId === caller.workspaceId;
  return isSame && performance.now() < claimedUntilMs ? answer : undefined;
}
