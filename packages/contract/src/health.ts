import * as z from 'zod/mini';
import { anyone, defineEndpoint } from './endpoint.ts';

export const getHealth = defineEndpoint({
  method: 'GET',
  path: '/health',
  summary: 'Whether the process lives',
  access: anyone,
  status: 200,
  response: z.object({ status: z.literal('ok') }),
});
export const getReadiness = defineEndpoint({
  method: 'GET',
  path: '/ready',
  summary: 'Whether every dependency answers; 503 names the one that is down',
  access: anyone,
  status: 200,
  response: z.object({ status: z.literal('ready'), checks: z.record(z.string(), z.string()) }),
});
export const getOpenApi = defineEndpoint({
  method: 'GET',
  path: '/openapi.json',
  summary: 'This API as an OpenAPI 3.1 document',
  access: anyone,
  status: 200,
  response: z.record(z.string(), z.unknown()),
});
export const getApiReference = defineEndpoint({
  method: 'GET',
  path: '/docs',
  summary: 'This API as a page to read',
  access: anyone,
  transfer: 'stream',
  status: 200,
});
