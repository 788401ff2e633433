import * as z from 'zod/mini';
import { activity } from './activities.ts';
import { businessStages } from './business-stages.ts';
import { calendarDate, id, page, paging, timestamp } from './common.ts';
import { messageStatuses } from './conversations.ts';
import { defineEndpoint, member } from './endpoint.ts';
import { recordTypes } from './records.ts';

/** Mail older than this is history, not work of today. */
export const mailPeriodDays = 90;
/** How far back the workspace feed goes; older entries are on the records. */
export const feedPeriodDays = 30;
/** A lease is shown when it ends within so many days. */
export const leaseNoticeDays = 180;

/** How many were added in a month; `from` and `to` are the days that the customer list is filtered by. */
export const monthCount = z.object({ from: calendarDate, to: calendarDate, count: z.int() });
export type MonthCount = z.infer<typeof monthCount>;

/** Customers in the viewer's scope: all, and those added in each of the last six months, the current one last. */
export const customerGrowth = z.object({ total: z.int(), months: z.array(monthCount) });
export type CustomerGrowth = z.infer<typeof customerGrowth>;

/**
 * The businesses of a stage. `asking` is the sum of current prices (the reduced price if there is one, else the asking
 * price), in cents per currency; `unpricedCount` businesses have neither.
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
/** The most urgent of `total`; `before` is the date that the business list is filtered by. */
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

/** Mail that needs attention: the last of its thread and from a customer, or one that could not be sent. */
export const waitingMail = z.object({
  id,
  customer: z.object({ id, name: z.string() }),
  subject: z.string(),
  /** First lines as text. */
  snippet: z.string(),
  status: z.enum(messageStatuses),
  statusDetail: z.nullable(z.string()),
  createdAt: timestamp,
});
export type PendingMail = z.infer<typeof waitingMail>;
const mailPage = z.object({ mails: z.array(waitingMail), ...page });

/**
 * An entry of the workspace's feed, with the customer it belongs to where there is one to open. An import or
 * a bulk action of several records is one entry with its `run`; the count is null where some are out of scope.
 */
export const feedEntry = z.extend(activity, {
  customer: z.nullable(z.object({ id, name: z.string() })),
  run: z.nullable(z.object({ recordType: z.enum(recordTypes), count: z.nullable(z.int()) })),
});
export type FeedEntry = z.infer<typeof feedEntry>;

/** First steps of a new workspace; each step is done once the records say so. */
export const firstSteps = z.object({
  /** No customers and no businesses yet. */
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
  summary: 'Number of customers, and how many were added in each of the last six months',
  access: users,
  status: 200,
  response: z.object({ growth: customerGrowth }),
});
export const getStageTotals = defineEndpoint({
  method: 'GET',
  path: '/dashboard/stages',
  summary: 'Businesses by stage, with their asking prices',
  access: businessCenter,
  status: 200,
  response: z.object({ stages: z.array(stageTotal) }),
});
export const getUrgentBusinesses = defineEndpoint({
  method: 'GET',
  path: '/dashboard/businesses',
  summary: 'Stalled businesses, and businesses with a lease that ends soon',
  access: businessCenter,
  status: 200,
  response: z.object({ urgent: z.object({ stuck: stalledList, leases: urgentList }) }),
});
export const listUnansweredMail = defineEndpoint({
  method: 'GET',
  path: '/dashboard/unanswered',
  summary: 'Conversations waiting for a reply, longest waiting first',
  access: users,
  status: 200,
  query: z.strictObject({ ...paging }),
  response: mailPage,
});
export const listUndeliveredMail = defineEndpoint({
  method: 'GET',
  path: '/dashboard/undelivered',
  summary: 'Emails that failed or whose delivery is uncertain, newest first',
  access: users,
  status: 200,
  query: z.strictObject({ ...paging }),
  response: mailPage,
});
export const listFeed = defineEndpoint({
  method: 'GET',
  path: '/dashboard/activities',
  summary: 'Recent activity of the workspace, newest first; without a total',
  access: users,
  status: 200,
  query: z.strictObject({ ...paging }),
  response: z.object({ activities: z.array(feedEntry), nextCursor: page.nextCursor }),
});
export const getFirstSteps = defineEndpoint({
  method: 'GET',
  path: '/dashboard/first-steps',
  summary: 'First steps of a new workspace',
  access: member('ADMIN'),
  status: 200,
  response: z.object({ steps: firstSteps }),
});
