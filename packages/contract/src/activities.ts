import * as z from 'zod/mini';
import { id, idParams, many, page, paging, timestamp } from './common.ts';
import { defineEndpoint, member } from './endpoint.ts';

/** Every kind of timeline entry, named as an event in the past tense. */
export const activityTypes = [
  'customer.created',
  'customer.updated',
  'customer.banned',
  'customer.unbanned',
  'customer.deleted',
  'customer.restored',
  'customer.invited',
  'customer.imported',
  'customer.signed_in',
  'note.added',
  'call.logged',
  'meeting.logged',
  'task.created',
  'task.completed',
  'task.reopened',
  'email.queued',
  'email.sent',
  'email.failed',
  'email.received',
] as const;
export type ActivityType = (typeof activityTypes)[number];

/** What the timeline's filter offers. */
export const activityGroups = {
  notes: ['note.added'],
  calls: ['call.logged', 'meeting.logged'],
  emails: ['email.queued', 'email.sent', 'email.failed', 'email.received'],
  tasks: ['task.created', 'task.completed', 'task.reopened'],
  changes: [
    'customer.created',
    'customer.updated',
    'customer.banned',
    'customer.unbanned',
    'customer.deleted',
    'customer.restored',
    'customer.invited',
    'customer.imported',
    'customer.signed_in',
  ],
} as const satisfies Record<string, readonly ActivityType[]>;
export const activityGroupNames = ['notes', 'calls', 'emails', 'tasks', 'changes'] as const;

export const subjectKinds = ['customer', 'note', 'task', 'message', 'import'] as const;

/**
 * An immutable entry. It refers to its subject and never copies a body: `subject.label` and
 * `subject.excerpt` are read from the record as it is now and are null once it is deleted.
 */
export const activity = z.object({
  id,
  type: z.enum(activityTypes),
  occurredAt: timestamp,
  actor: z.nullable(z.object({ id, displayName: z.string() })),
  subject: z.object({
    kind: z.enum(subjectKinds),
    id,
    label: z.nullable(z.string()),
    excerpt: z.nullable(z.string()),
  }),
  /** Names of changed fields, for `customer.updated`. */
  changedFields: z.array(z.string()),
});
export type Activity = z.infer<typeof activity>;

export const listActivities = defineEndpoint({
  method: 'GET',
  path: '/users/{id}/activities',
  summary: 'The timeline of a customer, newest first',
  access: member('CLIENT', 'users'),
  status: 200,
  params: idParams,
  query: z.strictObject({ type: z.optional(many(z.enum(activityGroupNames), 5)), ...paging }),
  response: z.object({ activities: z.array(activity), ...page }),
});
