import * as z from 'zod/mini';
import { activity } from './records/activities.ts';
import { businessStages } from './businesses/business-stages.ts';
import { calendarDate, id, page, paging, timestamp } from './http/common.ts';
import { messageStatuses } from './conversations/conversations.ts';
import { defineEndpoint, member } from './http/endpoint.ts';
import { recordTypes } from './records/records.ts';

/** Older mail does not need attention any more. */
export const mailPeriodDays = 90;
/** How far back the workspace feed goes; older entries are on the records. */
export const feedPeriodDays = 30;
/** A lease is shown if it ends within this many days. */
export const leaseNoticeDays = 180;

/** The number of customers added in a month; `from` and `to` are the days for the filter of the customer list. */
export const monthCount = z.object({ from: calendarDate, to: calendarDate, count: z.int() });
export type MonthCount = z.infer<typeof monthCount>;

/**
 * Customers in the viewer's scope: the total, and the number added in each of the last six months, current month last.
 */
export const customerGrowth = z.object({ total: z.int(), months: z.array(monthCount) });
export type CustomerGrowth = z.infer<typeof customerGrowth>;

/**
 * The businesses of a stage. `asking` is the sum of current prices (the reduced price if there is one, or else the
 * asking price), in cents per currency; `unpricedCount` businesses have neither.
 */
export const stageTotal = z.object({
  stage: z.enum(businessStages),
  count: z.int(),
  unpricedCount: z.int(),
  asking: z.array(z.object({ currency: z.string(), cents: z.number() })),
});
export type StageTotal = z.infer<typeof stageTotal>;

/** An open business with the date that makes it urgent. */
export const urgentBusiness = z.object({
  id,
  name: z.string(),
  stage: z.enum(businessStages),
  stageEnteredAt: timestamp,
  leaseEnd: z.nullable(calendarDate),
});
export type UrgentBusiness = z.infer<typeof urgentBusiness>;
/** The most urgent of `total` businesses; `before` is the date for the filter of the business list. */
const urgentList = z.object({ before: calendarDate, total: z.int(), businesses: z.array(urgentBusiness) });
export type UrgentList = z.infer<typeof urgentList>;
/**
 * The `total` entries, longest in their stage first; `days` is null if the workspace sets different limits per stage.
 */
const stalledList = z.object({
  days: z.nullable(z.int()),
  total: z.int(),
  businesses: z.array(urgentBusiness),
});
export type StalledList = z.infer<typeof stalledList>;

/**
 * Mail that needs attention: the last message of its thread if it is from a customer, or a message that could not be
 * sent.
 */
export const waitingMail = z.object({
  id,
  customer: z.object({ id, name: z.string() }),
  subject: z.string(),
  /** The first lines, as plain text. */
  snippet: z.string(),
  status: z.enum(messageStatuses),
  statusDetail: z.nullable(z.string()),
  createdAt: timestamp,
});
export type PendingMail = z.infer<typeof waitingMail>;
const mailPage = z.object({ mails: z.array(waitingMail), ...page });

/**
 * An entry of the workspace's feed, with the customer it belongs to if the viewer can open one. An import or a bulk
 * action on several records is a single entry with its `run`; the count is null if some records are out of scope.
 */
export const feedEntry = z.extend(activity, {
  customer: z.nullable(z.object({ id, name: z.string() })),
  run: z.nullable(z.object({ recordType: z.enum(recordTypes), count: z.nullable(z.int()) })),
});
export type FeedEntry = z.infer<typeof feedEntry>;

/** The first steps of a new workspace. The records determine whether a step is done. */
export const firstSteps = z.object({
  /** There are no customers and no businesses yet. */
  isEmpty: z.boolean(),
  isSample: z.boolean(),
  hasCustomers: z.boolean(),
  hasImported: z.boolean(),
  hasInvited: z.boolean(),
  hasMailServer: z.boolean(),
  hasPostalAddress: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;

const users = member('STAFF', 'users');
const businessCenter = member('STAFF', 'business-center');

export const getCustomerGrowth = defineEndpoint({
  method: 'GET',
  path: '/dashboard/customers',
  summary: 'Get the number of customers, and how many were added in each of the last six months',
  access: users,
  status: 200,
  response: z.object({ growth: customerGrowth }),
});
export const getStageTotals = defineEndpoint({
  method: 'GET',
  path: '/dashboard/stages',
  summary: 'List businesses by stage, with their asking prices',
  access: businessCenter,
  status: 200,
  response: z.object({ stages: z.array(stageTotal) }),
});
export const getUrgentBusinesses = defineEndpoint({
  method: 'GET',
  path: '/dashboard/businesses',
  summary: 'List stalled businesses, and businesses with a lease that ends soon',
  access: businessCenter,
  status: 200,
  response: z.object({ urgent: z.object({ stuck: stalledList, leases: urgentList }) }),
});
export const listUnansweredMail = defineEndpoint({
  method: 'GET',
  path: '/dashboard/unanswered',
  summary: 'List conversations waiting for a reply, longest waiting first',
  access: users,
  status: 200,
  query: z.strictObject({ ...paging }),
  response: mailPage,
});
export const listUndeliveredMail = defineEndpoint({
  method: 'GET',
  path: '/dashboard/undelivered',
  summary: 'List emails that failed or whose delivery is uncertain, newest first',
  access: users,
  status: 200,
  query: z.strictObject({ ...paging }),
  response: mailPage,
});
export const listFeed = defineEndpoint({
  method: 'GET',
  path: '/dashboard/activities',
  summary: 'Get recent activity of the workspace, newest first; without a total',
  access: users,
  status: 200,
  query: z.strictObject({ ...paging }),
  response: z.object({ activities: z.array(feedEntry), nextCursor: page.nextCursor }),
});
export const getFirstSteps = defineEndpoint({
  method: 'GET',
  path: '/dashboard/first-steps',
  summary: 'Get the first steps of a new workspace',
  access: member('ADMIN'),
  status: 200,
  response: z.object({ steps: firstSteps }),
});
