import type { Task } from '@handover/contract/tasks/tasks.ts';
import * as z from 'zod/mini';

export const repeatKinds = [
  'none',
  'daily',
  'weekdays',
  'weekly',
  'monthly',
  'monthlyLast',
  'yearly',
] as const;
export type RepeatKind = (typeof repeatKinds)[number];

const repeatValue = z.object({
  repeats: z.enum(repeatKinds),
  /** Names of weekdays, for `weekly`. */
  days: z.array(z.string()),
  /** For `monthly` and `yearly`; 0 means the day of the due date. */
  day: z.number(),
  month: z.number(),
});
/** The recurrence of a task as a form value. */
export type RepeatValue = z.infer<typeof repeatValue>;

const noRepeat: RepeatValue = { repeats: 'none', days: [], day: 0, month: 0 };

export const remindKinds = ['none', 'dueDay', 'at'] as const;
const reminderValue = z.object({
  reminds: z.enum(remindKinds),
  time: z.string(),
  at: z.string(),
  byEmail: z.boolean(),
});
/** Form value of a reminder. */
export type ReminderValue = z.infer<typeof reminderValue>;

const noReminder: ReminderValue = { reminds: 'none', time: '09:00', at: '', byEmail: false };

export function parseRepeatValue(value: unknown): RepeatValue {
  return repeatValue.safeParse(value).data ?? noRepeat;
}

export function parseReminderValue(value: unknown): ReminderValue {
  return reminderValue.safeParse(value).data ?? noReminder;
}

/** Reads the recurrence of a task as a form value. */
export function readRecurrence({ recurrence: rule }: Pick<Task, 'recurrence'>): RepeatValue {
  if (rule === null) return noRepeat;
  switch (rule.frequency) {
    case 'weekly':
      return { ...noRepeat, repeats: 'weekly', days: rule.days };
    case 'monthly':
      return rule.day === 'last'
        ? { ...noRepeat, repeats: 'monthlyLast' }
        : { ...noRepeat, repeats: 'monthly', day: rule.day };
    case 'yearly':
      return { ...noRepeat, repeats: 'yearly', day: rule.day, month: rule.month };
    default:
      return { ...noRepeat, repeats: rule.frequency };
  }
}

/** The recurrence as the contract's input, which validates it. A rule without a day uses the day of the due date. */
export function writeRecurrence(value: unknown, dueDate: string): unknown {
  const { repeats, days, ...own } = parseRepeatValue(value);
  const due = getDayAndMonth(dueDate);
  const day = own.day === 0 ? due.day : own.day;
  const month = own.month === 0 ? due.month : own.month;
  switch (repeats) {
    case 'none':
      return null;
    case 'weekly':
      return { frequency: 'weekly', days };
    case 'monthly':
      return { frequency: 'monthly', day };
    case 'monthlyLast':
      return { frequency: 'monthly', day: 'last' };
    case 'yearly':
      return { frequency: 'yearly', month, day };
    default:
      return { frequency: repeats };
  }
}

/** Day and month of a date, the initial values of a new rule. */
export function getDayAndMonth(date: string): { day: number; month: number } {
  return { day: Number(date.slice(8, 10)), month: Number(date.slice(5, 7)) };
}

export function readReminder({ reminder }: Pick<Task, 'reminder'>): ReminderValue {
  if (reminder === null) return noReminder;
  const { kind, byEmail } = reminder;
  return kind === 'at'
    ? { ...noReminder, reminds: 'at', at: reminder.at, byEmail }
    : { ...noReminder, reminds: 'dueDay', time: reminder.time, byEmail };
}

export function writeReminder(value: unknown): Task['reminder'] {
  const { reminds, at, time, byEmail } = parseReminderValue(value);
  if (reminds === 'none') return null;
  return reminds === 'at' ? { kind: 'at', at, byEmail } : { kind: 'dueDay', time, byEmail };
}
