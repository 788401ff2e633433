import type { Endpoint } from '@handover/contract/http/endpoint.ts';
import type { Sent } from '../authorization/fixture.ts';
import { toText } from './hostile-values.ts';

/** The part of a request that gets a hostile value. */
export type Target =
  | { readonly in: 'path'; readonly name: string }
  | { readonly in: 'query'; readonly name: string }
  | { readonly in: 'header'; readonly name: string }
  /** A field by its keys from the outside in; none for the whole body. */
  | { readonly in: 'body'; readonly keys: readonly string[] }
  | { readonly in: 'bytes' };

export type HostileRequest = Sent & { readonly headers: Record<string, string> };

const headers = [
  'accept',
  'accept-encoding',
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'range',
  'user-agent',
  'x-forwarded-for',
  'x-workspace',
];
const unknownNames = ['extra', '__proto__'];

/** Every parameter, header, and field of an endpoint, from the schema and the valid request. */
export function listTargets(endpoint: Endpoint, request: Sent): Target[] {
  const query = new URLSearchParams(request.path.split('?')[1]);
  const names = new Set([...listNames(endpoint.query), ...query.keys(), 'extra']);
  const targets: Target[] = [
    ...[...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ in: 'path', name }) as const),
    ...[...names].map((name) => ({ in: 'query', name }) as const),
    ...headers.map((name) => ({ in: 'header', name }) as const),
  ];
  if (request.bytes !== undefined) return [...targets, { in: 'bytes' }];
  if (endpoint.body === undefined) return targets;
  const top = [...listNames(endpoint.body), ...unknownNames].map((name) => [name]);
  const fields = [...top, ...listFields(request.body)];
  const unique = new Map(fields.map((keys) => [keys.join('\n'), keys]));
  return [
    ...targets,
    { in: 'body', keys: [] },
    ...[...unique.values()].map((keys) => ({ in: 'body', keys }) as const),
  ];
}

/** The keys of an object's schema. */
function listNames(schema: unknown): string[] {
  const isObject = typeof schema === 'object' && schema !== null && 'shape' in schema;
  return isObject ? Object.keys(schema.shape as object) : [];
}

/** The path of each field and item of a valid body. */
function listFields(value: unknown, keys: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [...keys, key],
    ...listFields(inner, [...keys, key]),
  ]);
}

/** The valid request with the value at this target. */
export function withHostile(
  { endpoint, request }: { endpoint: Endpoint; request: Sent },
  target: Target,
  value: unknown,
): HostileRequest {
  const plain = { ...request, headers: request.headers ?? {} };
  // Node's limit on the length of a request line applies before ours.
  const text = toText(value).slice(0, 1_500);
  switch (target.in) {
    case 'path':
      return { ...plain, path: replaceParameter(endpoint, request.path, { name: target.name, text }) };
    case 'query': {
      const [route = '', search] = request.path.split('?');
      const query = new URLSearchParams(search);
      query.set(target.name, text);
      return { ...plain, path: `${route}?${query.toString()}` };
    }
    case 'header':
      // Limited to characters that a client can send: no controls, one byte each.
      return {
        ...plain,
        headers: { ...plain.headers, [target.name]: text.replaceAll(/[^\x20-\x7e]/g, '\u00ff') },
      };
    case 'bytes':
      return { ...plain, bytes: toText(value) };
    default:
      return { ...plain, body: replaceField(request.body ?? {}, target.keys, value) };
  }
}

function replaceParameter(
  endpoint: Endpoint,
  path: string,
  { name, text }: { name: string; text: string },
): string {
  const [route = '', search] = path.split('?');
  const at = endpoint.path.split('/').findIndex((segment) => segment.includes(`{${name}}`));
  const segments = route
    .split('/')
    .map((segment, index) => (index === at ? encodeURIComponent(text) : segment));
  return search === undefined ? segments.join('/') : `${segments.join('/')}?${search}`;
}

function replaceField(body: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy: unknown = structuredClone(body);
  const target = typeof copy === 'object' && copy !== null ? copy : {};
  const inner = Object.getOwnPropertyDescriptor(target, key)?.value as unknown;
  Object.defineProperty(target, key, {
    value: replaceField(inner, rest, value),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return target;
}

/** The name that an error about this target must carry; null if the response names no field. */
export function findName(target: Target): string | null {
  if (target.in === 'query') return target.name;
  if (target.in === 'body') return target.keys[0] ?? '';
  if (target.in === 'header' && target.name === 'x-workspace') return 'X-Workspace';
  if (target.in === 'header' && target.name === 'idempotency-key') return 'Idempotency-Key';
  return null;
}
