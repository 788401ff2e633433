import * as z from 'zod/mini';
import { businessStages } from '../businesses/business-stages.ts';
import { dealStages } from '../deals/deal-stages.ts';
import { id, idParams, many, page, paging, timestamp } from '../http/common.ts';
import { messageStatuses } from '../conversations/conversations.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { recordInfo, recordTypes } from './records.ts';

/** Every kind of timeline entry, named as an event in the past tense. */
export const activityTypes = [
  ...recordTypes.flatMap((type) => [...recordInfo[type].events]),
  'member.added',
  'member.removed',
  'account.joined',
  'account.left',
  'note.added',
  'call.logged',
  'meeting.logged',
  'email.queued',
  'email.sent',
  'email.failed',
  'email.received',
] as const;
export type ActivityType = (typeof activityTypes)[number];

/** Contact with the customer, in either direction. Messages in the portal are emails as well. */
const contactTypes: readonly ActivityType[] = [
  'note.added',
  'call.logged',
  'meeting.logged',
  'email.sent',
  'email.received',
];
export function isContact(type: ActivityType): boolean {
  return contactTypes.includes(type);
}

/** The options of the timeline's filter. */
export const activityGroups = {
  notes: ['note.added'],
  calls: ['call.logged', 'meeting.logged'],
  emails: ['email.queued', 'email.sent', 'email.failed', 'email.received'],
  tasks: recordInfo.task.events,
  files: [...recordInfo.document.events, ...recordInfo.agreement.events],
  changes: [
    ...recordInfo.customer.events,
    ...recordInfo.buyer.events,
    'member.added',
    'member.removed',
    'account.joined',
    'account.left',
  ],
  businesses: recordInfo.business.events,
  deals: [...recordInfo.deal.events, ...recordInfo.commission.events],
} as const satisfies Record<string, readonly ActivityType[]>;
export const activityGroupNames = [
  'notes',
  'calls',
  'emails',
  'tasks',
  'files',
  'changes',
  'businesses',
  'deals',
] as const;

export const subjectKinds = [...recordTypes, 'note', 'message', 'import', 'merge'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

const stage = z.enum([...businessStages, ...dealStages]);

/**
 * An immutable entry. It refers to its subject and never copies a body: `subject.label` and `subject.excerpt` are read
 * from the current record and are null once it is deleted.
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
  /** The business that it concerns, if the viewer may open it. */
  business: z.nullable(z.object({ id, name: z.string() })),
  /** Names of changed fields, for `customer.updated` and `business.updated`. */
  changedFields: z.array(z.string()),
  /** For `business.moved` and `deal.moved`; the reason given is the excerpt, for staff. */
  stages: z.nullable(z.object({ from: stage, to: stage })),
  /** For `email.failed`, for staff: the current status of the email, with its cause. */
  delivery: z.nullable(z.object({ status: z.enum(messageStatuses), cause: z.nullable(z.string()) })),
});
export type Activity = z.infer<typeof activity>;

const listQuery = z.strictObject({
  type: z.optional(many(z.enum(activityGroupNames), activityGroupNames.length)),
  ...paging,
});
const list = z.object({ activities: z.array(activity), ...page });

export const listActivities = defineEndpoint({
  method: 'GET',
  path: '/users/{id}/activities',
  summary: 'Get the timeline of a customer, newest first',
  access: member('CLIENT', 'users'),
  status: 200,
  params: idParams,
  query: listQuery,
  response: list,
});
export const listBusinessActivities = defineEndpoint({
  method: 'GET',
  path: '/businesses/{id}/activities',
  summary: 'Get the timeline of a business, newest first',
  access: member('STAFF', 'business-center'),
  status: 200,
  params: idParams,
  query: listQuery,
  response: list,
});
export const listDealActivities = defineEndpoint({
  method: 'GET',
  path: '/deals/{id}/activities',
  summary: 'Get the timeline of a deal, newest first',
  access: member('STAFF', 'business-center'),
  status: 200,
  params: idParams,
  query: listQuery,
  response: list,
});
