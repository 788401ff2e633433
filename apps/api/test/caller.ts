import { routeTable } from '@handover/contract/http/route-table.ts';
import type { Endpoint } from '@handover/contract/http/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { safeParse } from 'zod/mini';

export type Identity = {
  readonly token: string | null;
  readonly userId: string;
  readonly workspaceId: string | null;
};

// Answers are read freely by tests; their shape is checked against the contract on each call.
export type ApiResponse = {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers freely; the contract checks their shape
  readonly body: any;
  readonly headers: Record<string, unknown>;
  readonly text: string;
};

type Method = Endpoint['method'];
type Extras = { readonly headers?: Record<string, string>; readonly workspaceId?: string | null };

/** Calls the API as one person. Every successful JSON answer must have exactly the contract's shape. */
export type Caller = Identity & {
  get(path: string, extras?: Extras): Promise<ApiResponse>;
  post(path: string, body?: unknown, extras?: Extras): Promise<ApiResponse>;
  patch(path: string, body?: unknown, extras?: Extras): Promise<ApiResponse>;
  put(path: string, body?: unknown, extras?: Extras): Promise<ApiResponse>;
  delete(path: string, extras?: Extras): Promise<ApiResponse>;
  /** Sends bytes unchanged, by POST unless `extras` has another method. */
  upload(path: string, bytes: Buffer | string, extras?: Extras & { method?: Method }): Promise<ApiResponse>;
};

export function createCaller(app: FastifyInstance, identity: Identity): Caller {
  const call = async (
    method: Method,
    path: string,
    { body, extras = {}, contentType }: { body?: unknown; extras?: Extras; contentType?: string },
  ): Promise<ApiResponse> => {
    const workspaceId = extras.workspaceId === undefined ? identity.workspaceId : extras.workspaceId;
    const response = await app.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...(identity.token === null ? {} : { authorization: `Bearer ${identity.token}` }),
        ...(workspaceId === null ? {} : { 'x-workspace': workspaceId }),
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        ...extras.headers,
      },
      ...(body === undefined ? {} : { payload: body as string | Buffer | object }),
    });
    const isJson = (response.headers['content-type'] ?? '').includes('json');
    const answer = {
      status: response.statusCode,
      body: isJson && response.body !== '' ? response.json() : null,
      headers: response.headers,
      text: response.body,
    };
    checkShape(method, path, answer);
    return answer;
  };
  return {
    ...identity,
    get: (path, extras) => call('GET', path, extras === undefined ? {} : { extras }),
    post: (path, body = {}, extras = {}) => call('POST', path, { body, extras }),
    patch: (path, body = {}, extras = {}) => call('PATCH', path, { body, extras }),
    put: (path, body = {}, extras = {}) => call('PUT', path, { body, extras }),
    delete: (path, extras = {}) => call('DELETE', path, { extras }),
    upload: (path, bytes, { method = 'POST', ...extras } = {}) =>
      call(method, path, { body: bytes, extras, contentType: 'application/octet-stream' }),
  };
}

function checkShape(method: string, path: string, answer: ApiResponse): void {
  const endpoint = findEndpoint(method, path.split('?')[0] ?? path);
  if (endpoint?.response === undefined || answer.status !== endpoint.status || answer.body === null) return;
  const parsed = safeParse(endpoint.response, answer.body);
  expect(parsed.error?.issues ?? [], `${method} ${path} answers outside its contract`).toEqual([]);
  expect(answer.body, `${method} ${path} answers with fields that the contract does not name`).toEqual(
    parsed.data,
  );
}

/** Paths with fewer parameters come first: they are more specific. */
const routes = Object.values(routeTable)
  .map((endpoint) => ({ endpoint, path: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  .toSorted((one, other) => countParameters(one.endpoint) - countParameters(other.endpoint));

function countParameters({ path }: Endpoint): number {
  return path.split('{').length;
}

function findEndpoint(method: string, path: string): Endpoint | undefined {
  return routes.find((route) => route.endpoint.method === method && route.path.test(path))?.endpoint;
}
