import * as z from 'zod/mini';
import { anyone, defineEndpoint } from './endpoint.ts';

export const getHealth = defineEndpoint({
  method: 'GET',
  path: '/health',
  summary: 'Liveness check',
  access: anyone,
  isProbe: true,
  status: 200,
  response: z.object({ status: z.literal('ok') }),
});
export const getReadiness = defineEndpoint({
  method: 'GET',
  path: '/ready',
  summary: 'Readiness check; 503 names the dependency that is down',
  access: anyone,
  isProbe: true,
  status: 200,
  response: z.object({ status: z.literal('ready'), checks: z.record(z.string(), z.string()) }),
});
export const getOpenApi = defineEndpoint({
  method: 'GET',
  path: '/openapi.json',
  summary: 'OpenAPI 3.1 document of this API',
  access: anyone,
  status: 200,
  response: z.record(z.string(), z.unknown()),
});
export const getApiReference = defineEndpoint({
  method: 'GET',
  path: '/docs',
  summary: 'API reference page',
  access: anyone,
  transfer: 'stream',
  status: 200,
});
