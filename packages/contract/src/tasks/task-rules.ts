import { weekdays } from '@handover/domain/recurrence.ts';
import * as z from 'zod/mini';
import { calendarDate } from '../http/common.ts';

export const taskStatuses = ['open', 'in_progress', 'waiting', 'done'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** Statuses of tasks that are not done. */
export const openTaskStatuses = ['open', 'in_progress', 'waiting'] as const satisfies readonly TaskStatus[];

/** The statuses that may follow each status. The service enforces them, and the screen hides other moves. */
export const taskTransitions: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  open: ['in_progress', 'waiting', 'done'],
  in_progress: ['open', 'waiting', 'done'],
  waiting: ['open', 'in_progress', 'done'],
  // A task completed by mistake returns to its previous status.
  done: ['open', 'in_progress', 'waiting'],
};

const localTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 09:00'));
const localDateTime = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/, 'Enter a date and a time'),
  z.refine((value) => calendarDate.safeParse(value.slice(0, 10)).success, 'This date does not exist'),
);

/** When the assignee is reminded: always in the app, by email on request. Times are in the workspace's time zone. */
export const reminder = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('at'), at: localDateTime, byEmail: z.boolean() }),
  z.strictObject({ kind: z.literal('dueDay'), time: localTime, byEmail: z.boolean() }),
]);
export type Reminder = z.infer<typeof reminder>;

/** How a task recurs after completion; `Recurrence` of the domain defines the rules. */
export const recurrence = z.discriminatedUnion('frequency', [
  z.strictObject({ frequency: z.literal('daily') }),
  z.strictObject({ frequency: z.literal('weekdays') }),
  z.strictObject({
    frequency: z.literal('weekly'),
    days: z.array(z.enum(weekdays)).check(z.minLength(1, 'Choose a day'), z.maxLength(7)),
  }),
  z.strictObject({
    frequency: z.literal('monthly'),
    day: z.union([z.int().check(z.minimum(1), z.maximum(31)), z.literal('last')]),
  }),
  z.strictObject({
    frequency: z.literal('yearly'),
    month: z.int().check(z.minimum(1), z.maximum(12)),
    day: z.int().check(z.minimum(1), z.maximum(31)),
  }),
]);
