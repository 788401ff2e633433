import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { call, type Identity } from './http.ts';

const schema = z.looseObject({});
type Schema = z.infer<typeof schema>;
const operation = z.object({
  operationId: z.string(),
  security: z.optional(z.array(z.unknown())),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema })),
  requestBody: z.optional(z.object({ content: z.record(z.string(), z.object({ schema })) })),
});
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

export type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly isPublic: boolean;
  readonly isStream: boolean;
  readonly query: readonly { readonly name: string; readonly schema: Schema }[];
  readonly body: Schema | null;
};

export async function readOperations(address: string): Promise<Operation[]> {
  const reply = await call(
    address,
    { token: null, workspaceId: null },
    { method: 'GET', path: '/openapi.json' },
  );
  const { paths } = document.parse(reply.body);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: id, security, parameters, requestBody }]) => ({
      id,
      method: method.toUpperCase(),
      path,
      isPublic: security === undefined,
      isStream: path === '/events',
      query: parameters.filter((parameter) => parameter.in === 'query' && parameter.required),
      body: requestBody?.content['application/json']?.schema ?? null,
    })),
  );
}

/** The path with an id in place of the first parameter, and its required query. */
export function toPath({ path, query }: Operation, id: string): string {
  const filled = path
    .replace('{id}', id)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === 'number' ? '1' : /id$/i.test(name) ? randomUUID() : id,
    );
  const search = new URLSearchParams(
    Object.fromEntries(query.map(({ name, schema: of }) => [name, String(createExample(of))])),
  );
  return query.length === 0 ? filled : `${filled}?${search.toString()}`;
}

const object = z.looseObject({
  properties: z.optional(z.record(z.string(), schema)),
  required: z.optional(z.array(z.string())),
});
const options = z.looseObject({ anyOf: z.optional(z.array(schema)), oneOf: z.optional(z.array(schema)) });
const scalar = z.looseObject({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  const: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
  format: z.optional(z.string()),
  minimum: z.optional(z.number()),
  minLength: z.optional(z.number()),
  minItems: z.optional(z.number()),
  items: z.optional(schema),
});

/** The smallest value that a schema accepts, as far as the schema specifies it. */
export function createExample(of: Schema): unknown {
  const { anyOf, oneOf } = options.parse(of);
  const [first] = anyOf ?? oneOf ?? [];
  if (first !== undefined) return createExample(first);
  const { type, const: fixed, enum: values, format, ...limits } = scalar.parse(of);
  if (fixed !== undefined) return fixed;
  if (values?.[0] !== undefined) return values[0];
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object': {
      const { properties = {}, required = [] } = object.parse(of);
      return Object.fromEntries(
        required.flatMap((name) =>
          properties[name] === undefined ? [] : [[name, createExample(properties[name])]],
        ),
      );
    }
    case 'array':
      return Array.from({ length: limits.minItems ?? 0 }, () => createExample(limits.items ?? {}));
    case 'integer':
    case 'number':
      return Math.max(limits.minimum ?? 1, 1);
    case 'boolean':
      return true;
    case 'string':
      return createExampleText(format, limits.minLength ?? 1);
    default:
      return null;
  }
}

function createExampleText(format: string | undefined, minLength: number): string {
  switch (format) {
    case 'uuid':
      return randomUUID();
    case 'email':
      return 'somebody@example.test';
    case 'date':
      return '2030-01-31';
    case 'date-time':
      return '2030-01-31T12:00:00.000Z';
    default:
      return 'x'.repeat(Math.max(minLength, 1));
  }
}

/** The ids and names of records that a caller finds by reading every list, by the first part of the path. */
export type Found = {
  readonly ids: ReadonlyMap<string, readonly string[]>;
  readonly names: ReadonlySet<string>;
};

const item = z.looseObject({ id: z.uuid(), name: z.optional(z.nullable(z.string())) });
const secret = /^(?=.*\s).{9,}$/;

/** Reads every list, the customers in `customers`, and the lists of up to three records of each kind. */
export async function explore(
  address: string,
  identity: Identity,
  operations: readonly Operation[],
): Promise<Found> {
  const ids = new Map<string, string[]>();
  const names = new Set<string>();
  const keep = (key: string, value: unknown): void => {
    const found = item.safeParse(value);
    if (!found.success) return;
    const known = ids.get(key) ?? [];
    if (!known.includes(found.data.id)) ids.set(key, [...known, found.data.id]);
    if (['users', 'businesses', 'contacts'].includes(key) && secret.test(found.data.name ?? ''))
      names.add(found.data.name ?? '');
  };
  const read = async (path: string): Promise<void> => {
    const { body } = await call(address, identity, { method: 'GET', path });
    for (const [key, value] of Object.entries(schema.safeParse(body).data ?? {}))
      for (const one of Array.isArray(value) ? value : [value]) keep(key === 'user' ? 'users' : key, one);
  };
  const reads = operations.filter(
    ({ method, path, isStream, isPublic }) =>
      method === 'GET' && !isStream && !isPublic && !path.startsWith('/auth/'),
  );
  for (const id of identity.customers ?? []) await read(`/users/${id}`);
  for (const operation of reads.filter(({ path }) => !path.includes('{'))) await read(toPath(operation, ''));
  for (const operation of reads.filter(({ path }) => /^\/[\w-]+\/\{id\}\/[\w-]+$/.test(path)))
    for (const id of (ids.get(getNoun(operation)) ?? []).slice(0, 3)) await read(toPath(operation, id));
  return { ids, names };
}

/** "/business-profiles/{id}/…" concerns `profiles`: the key under which a list shows what the path names. */
export function getNoun({ path }: Operation): string {
  const segment = path.split('/')[1] ?? '';
  const renamed: Readonly<Record<string, string>> = {
    'business-profiles': 'profiles',
    'data-rooms': 'rooms',
    'own-rooms': 'rooms',
    'room-folders': 'folders',
    'room-requests': 'requests',
    'diligence-requests': 'requests',
    'document-folders': 'folders',
    inquiries: 'inquiries',
    'mail-templates': 'templates',
  };
  return renamed[segment] ?? segment.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
