import { escapeHtml } from '@handover/domain/text/escape-html.ts';
import type { Access, Endpoint } from '@handover/contract/http/endpoint.ts';
import { problem } from '@handover/contract/http/errors.ts';
import { routeTable } from '@handover/contract/http/route-table.ts';
import { setImmediate as giveWay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { productVersion } from '#lib/config.ts';

type OpenApiOperation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly [key: string]: unknown;
};

type OpenApiDocument = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly [key: string]: unknown;
};

/**
 * The route table as an OpenAPI 3.1 document, from the schemas that validate requests. Building it takes seconds, but
 * does not block other requests.
 */
export async function openApiDocument(serverUrl: string): Promise<OpenApiDocument> {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const [operationId, endpoint] of Object.entries(routeTable)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: toOperation(operationId, endpoint),
    };
    await giveWay();
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Handover API',
      version: productVersion,
      description:
        'Every response is an object keyed by its noun; every error is an RFC 9457 problem document.',
    },
    servers: [{ url: `${serverUrl}/api` }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: toSchema(problem, 'output') },
    },
    paths,
  };
}

function toOperation(operationId: string, endpoint: Endpoint): OpenApiOperation {
  const isJsonAnswer = endpoint.response !== undefined;
  return {
    operationId,
    summary: endpoint.summary,
    description: describeAccess(endpoint.access),
    tags: [endpoint.path.split('/')[1] ?? ''],
    ...(endpoint.access.kind === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: [
      ...toParameters('path', endpoint.params),
      ...toParameters('query', endpoint.query),
      ...toHeaders(endpoint),
    ],
    ...toRequestBody(endpoint),
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
  if (access.kind === 'public') return 'No session needed.';
  if (access.kind === 'session') return 'Any signed-in user.';
  const area = access.area === undefined ? '' : `; staff only where the policy opens ${access.area}`;
  return `${access.level} and above in the workspace that X-Workspace names${area}.`;
}

function toRequestBody(endpoint: Endpoint): Record<string, unknown> {
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

function toParameters(place: 'path' | 'query', schema: z.ZodMiniType | undefined): unknown[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function toHeaders({ access, method, transfer }: Endpoint): unknown[] {
  const text = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  return [
    ...(access.kind === 'member'
      ? [text('X-Workspace', 'Workspace ID; defaults to the user’s first workspace')]
      : []),
    ...(method === 'POST' && access.kind !== 'public' && transfer === undefined
      ? [
          text(
            'Idempotency-Key',
            'A retry with the same key returns the first response without repeating the action',
          ),
        ]
      : []),
  ];
}

function toSchema(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** The page has no scripts and one inline style sheet. */
export const referencePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const css = `body{font:14px/1.5 system-ui,sans-serif;color:#1c252e;max-width:960px;margin:32px auto;padding:0 16px}h1{font-size:24px}h2{font-size:18px;margin-top:32px;text-transform:capitalize}details{border:1px solid #dfe3e8;border-radius:8px;margin:8px 0;padding:8px 12px}summary{cursor:pointer}code{font-family:ui-monospace,monospace}pre{background:#f4f6f8;border-radius:8px;padding:12px;overflow:auto}b{display:inline-block;min-width:64px;color:#00695c}`;

/** The OpenAPI document as an HTML page, grouped by noun. */
export function createReferencePage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '');
  const sections = [...groups].map(
    ([tag, entries]) => `<h2>${escapeHtml(tag)}</h2>${entries.map(createSection).join('')}`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Handover API</title><style>${css}</style></head><body><main><h1>Handover API</h1><p>Base path <code>/api</code>, JSON, bearer token. The machine-readable form is at <a href="/api/openapi.json">/api/openapi.json</a>.</p>${sections.join('')}</main></body></html>`;
}

function createSection({
  path,
  method,
  operation,
}: {
  path: string;
  method: string;
  operation: OpenApiOperation;
}): string {
  const { summary, description, parameters, requestBody, responses } = operation;
  const detail = JSON.stringify({ parameters, requestBody, responses }, null, 2);
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary><p>${escapeHtml(description)}</p><pre>${escapeHtml(detail)}</pre></details>`;
}
