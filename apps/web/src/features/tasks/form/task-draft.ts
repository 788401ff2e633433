import type { Reminder } from '@handover/contract/task-rules.ts';
import { createFreeTaskBody, createTaskBody, taskPriorities, type Task } from '@handover/contract/tasks.ts';
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
export const remindKinds = ['none', 'dueDay', 'at'] as const;

export const taskDraftSchema = z.object({
  title: z.string(),
  description: z.string(),
  /** Empty stands for the writer, `none` for nobody. */
  assigneeId: z.string(),
  dueDate: z.string(),
  priority: z.enum(taskPriorities),
  /** Asked of the client, who then sees it; only where there is a customer. */
  isAsked: z.boolean(),
  repeats: z.enum(repeatKinds),
  /** Names of weekdays, for `weekly`. */
  repeatDays: z.array(z.string()),
  /** For `monthly` and `yearly`; 0 follows the due date. */
  repeatDay: z.number(),
  repeatMonth: z.number(),
  reminds: z.enum(remindKinds),
  remindTime: z.string(),
  remindAt: z.string(),
  remindByEmail: z.boolean(),
});
export type TaskDraft = z.infer<typeof taskDraftSchema>;

/** The records that a task is about. */
export type LinkedTask = Pick<Task, 'customer' | 'business'>;

export const emptyTaskDraft: TaskDraft = {
  title: '',
  description: '',
  assigneeId: '',
  dueDate: '',
  priority: 'normal',
  isAsked: false,
  repeats: 'none',
  repeatDays: [],
  repeatDay: 0,
  repeatMonth: 0,
  reminds: 'none',
  remindTime: '09:00',
  remindAt: '',
  remindByEmail: false,
};

/** A task as its form holds it. */
export function taskDraftOf(task: Task): TaskDraft {
  const { recurrence: rule, reminder: reminds } = task;
  return {
    title: task.title,
    description: task.description ?? '',
    assigneeId: task.assignee?.id ?? 'none',
    dueDate: task.dueDate ?? '',
    priority: task.priority,
    isAsked: task.audience === 'client',
    repeats: repeatKindOf(rule),
    repeatDays: rule?.frequency === 'weekly' ? rule.days : [],
    repeatDay:
      rule?.frequency === 'yearly' || (rule?.frequency === 'monthly' && rule.day !== 'last')
        ? Number(rule.day)
        : 0,
    repeatMonth: rule?.frequency === 'yearly' ? rule.month : 0,
    reminds: reminds?.kind ?? 'none',
    remindTime: reminds?.kind === 'dueDay' ? reminds.time : '09:00',
    remindAt: reminds?.kind === 'at' ? reminds.at : '',
    remindByEmail: reminds?.byEmail ?? false,
  };
}

/** Judges the draft of a customer’s task by the contract. */
export function parseTask(draft: TaskDraft): ReturnType<typeof createTaskBody.safeParse> {
  return createTaskBody.safeParse(inputOf(draft));
}

/** Judges a draft with the records it is about by the contract. */
export function parseLinkedTask(
  draft: TaskDraft,
  { customer, business }: LinkedTask,
): ReturnType<typeof createFreeTaskBody.safeParse> {
  return createFreeTaskBody.safeParse({
    ...inputOf({ ...draft, isAsked: draft.isAsked && customer !== null }),
    customerId: customer?.id ?? null,
    businessId: business?.id ?? null,
  });
}

/** The weekday, day and month of a due date, which a new rule begins with. */
export function repeatPartsOf(dueDate: string): Pick<TaskDraft, 'repeatDay' | 'repeatMonth'> {
  return { repeatDay: Number(dueDate.slice(8, 10)), repeatMonth: Number(dueDate.slice(5, 7)) };
}

function repeatKindOf(rule: Task['recurrence']): RepeatKind {
  if (rule === null) return 'none';
  return rule.frequency === 'monthly' && rule.day === 'last' ? 'monthlyLast' : rule.frequency;
}

/** The contract says whether it is a task. */
function inputOf(draft: TaskDraft): Record<string, unknown> {
  return {
    title: draft.title,
    description: draft.description.trim() === '' ? null : draft.description,
    dueDate: draft.dueDate === '' ? null : draft.dueDate,
    priority: draft.priority,
    audience: draft.isAsked ? 'client' : 'staff',
    ...(draft.assigneeId !== '' && { assigneeId: draft.assigneeId === 'none' ? null : draft.assigneeId }),
    recurrence: recurrenceOf(draft),
    reminder: reminderOf(draft),
  };
}

/** The contract says whether it is a rule. */
function recurrenceOf(draft: TaskDraft): unknown {
  const own = repeatPartsOf(draft.dueDate);
  const day = draft.repeatDay === 0 ? own.repeatDay : draft.repeatDay;
  const month = draft.repeatMonth === 0 ? own.repeatMonth : draft.repeatMonth;
  switch (draft.repeats) {
    case 'none':
      return null;
    case 'weekly':
      return { frequency: 'weekly', days: draft.repeatDays };
    case 'monthly':
      return { frequency: 'monthly', day };
    case 'monthlyLast':
      return { frequency: 'monthly', day: 'last' };
    case 'yearly':
      return { frequency: 'yearly', month, day };
    default:
      return { frequency: draft.repeats };
  }
}

function reminderOf(draft: TaskDraft): Reminder | null {
  const { reminds, remindAt, remindTime, remindByEmail: byEmail } = draft;
  if (reminds === 'none') return null;
  return reminds === 'at'
    ? { kind: 'at', at: remindAt, byEmail }
    : { kind: 'dueDay', time: remindTime, byEmail };
}
