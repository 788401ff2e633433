import * as z from 'zod/mini';
import { id } from './common.ts';
import { defineEndpoint, member } from './endpoint.ts';
import { recordTypes } from '../records/records.ts';

export const liveNouns = [
  ...recordTypes,
  'inquiry',
  'note',
  'activity',
  'message',
  'draft',
  'triage',
  'import',
  'bulk',
  'template',
  'view',
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
  businessId: z.nullable(id),
  dealId: z.nullable(id),
  version: z.nullable(z.int()),
});
export type LiveNotice = z.infer<typeof liveNotice>;

export const streamEvents = defineEndpoint({
  method: 'GET',
  path: '/events',
  summary: 'Live notices as an event stream',
  access: member('CLIENT'),
  query: z.object({
    /**
     * How long the caller was offline, in milliseconds. Changes since then are sent first: a `notice` for each, or a
     * single `resync` if it was too long.
     */
    offlineMs: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  }),
  transfer: 'stream',
  status: 200,
});
