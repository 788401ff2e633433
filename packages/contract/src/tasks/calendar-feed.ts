import * as z from 'zod/mini';
import { timestamp } from '../http/common.ts';
import { anyone, defineEndpoint, member } from '../http/endpoint.ts';

/** A user's private calendar link. The link itself is shown only once, when it is created. */
export const calendarFeed = z.object({ createdAt: timestamp });

export const getCalendarFeed = defineEndpoint({
  method: 'GET',
  path: '/calendar-feed',
  summary: 'Check for a private calendar link',
  access: member('STAFF', 'tasks'),
  status: 200,
  response: z.object({ feed: z.nullable(calendarFeed) }),
});
export const createCalendarFeed = defineEndpoint({
  method: 'POST',
  path: '/calendar-feed',
  summary: 'Create a private calendar link; the previous one stops working',
  access: member('STAFF', 'tasks'),
  status: 201,
  response: z.object({ feed: calendarFeed, url: z.string() }),
});
export const revokeCalendarFeed = defineEndpoint({
  method: 'DELETE',
  path: '/calendar-feed',
  summary: 'Turn off the private calendar link',
  access: member('STAFF', 'tasks'),
  status: 204,
});
export const readCalendarFeed = defineEndpoint({
  method: 'GET',
  path: '/calendar/{file}',
  summary: 'Your open tasks with a due date as iCalendar (RFC 5545), for anyone with the secret link',
  access: anyone,
  transfer: 'stream',
  status: 200,
  params: z.strictObject({ file: z.string().check(z.regex(/^[\w-]{43}\.ics$/)) }),
});
