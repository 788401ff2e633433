import * as z from 'zod/mini';
import { id } from './common.ts';
import { defineEndpoint, member } from './endpoint.ts';

export const liveNouns = [
  'customer',
  'note',
  'task',
  'activity',
  'message',
  'draft',
  'triage',
  'import',
  'bulk',
  'template',
  'view',
  'business',
  'post',
  'clientPlan',
  'notification',
  'workspace',
  'session',
] as const;
export type LiveNoun = (typeof liveNouns)[number];

/** A hint that a record changed; the receiver refetches what it shows. */
export const liveNotice = z.object({
  noun: z.enum(liveNouns),
  id,
  customerId: z.nullable(id),
  version: z.nullable(z.int()),
});
export type LiveNotice = z.infer<typeof liveNotice>;

export const streamEvents = defineEndpoint({
  method: 'GET',
  path: '/events',
  summary: 'Live notices as an event stream',
  access: member('CLIENT'),
  transfer: 'stream',
  status: 200,
});
