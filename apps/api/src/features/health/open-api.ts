import type { Access, Endpoint } from '@handover/contract/endpoint.ts';
import { problem } from '@handover/contract/errors.ts';
import { routeTable } from '@handover/contract/route-table.ts';
import * as z from 'zod/mini';
import { productVersion } from '#lib/version.ts';

export type OpenApiOperation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly [key: string]: unknown;
};

export type OpenApiDocument = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly [key: string]: unknown;
};

/** The route table as an OpenAPI 3.1 document: the same schemas that validate. */
export function openApiDocument(serverUrl: string): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const [operationId, endpoint] of Object.entries(routeTable)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(operationId, endpoint),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Handover API',
      version: productVersion,
      description:
        'Every answer is an object keyed by its noun; every error is an RFC 9457 problem document.',
    },
    servers: [{ url: `${serverUrl}/api` }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: toSchema(problem, 'output') },
    },
    paths,
  };
}

function operation(operationId: string, endpoint: Endpoint): OpenApiOperation {
  const isJsonAnswer = endpoint.response !== undefined;
  return {
    operationId,
    summary: endpoint.summary,
    description: describeAccess(endpoint.access),
    tags: [endpoint.path.split('/')[1] ?? ''],
    ...(endpoint.access.kind === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...headers(endpoint),
    ],
    ...requestBody(endpoint),
    responses: {
      [endpoint.status]: {
        description: 'Success',
        ...(isJsonAnswer && endpoint.response !== undefined
          ? { content: { 'application/json': { schema: toSchema(endpoint.response, 'output') } } }
          : {}),
      },
      default: {
        description: 'Problem',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

function describeAccess(access: Access): string {
  if (access.kind === 'public') return 'Open without a session.';
  if (access.kind === 'session') return 'Any signed-in user.';
  const area = access.area === undefined ? '' : `; staff only where the policy opens ${access.area}`;
  return `${access.level} and above in the workspace that X-Workspace names${area}.`;
}

function requestBody(endpoint: Endpoint): Record<string, unknown> {
  if (endpoint.transfer === 'upload')
    return {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    };
  return endpoint.body === undefined
    ? {}
    : {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: toSchema(endpoint.body, 'input') } },
        },
      };
}

function parameters(place: 'path' | 'query', schema: z.ZodMiniType | undefined): unknown[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function headers({ access, method, transfer }: Endpoint): unknown[] {
  const text = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  return [
    ...(access.kind === 'member'
      ? [text('X-Workspace', 'Workspace id; the first of the user’s without it')]
      : []),
    ...(method === 'POST' && access.kind !== 'public' && transfer === undefined
      ? [text('Idempotency-Key', 'A retry with the same key is answered without being carried out again')]
      : []),
  ];
}

function toSchema(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
