import type { Task } from '@handover/contract/tasks.ts';
import { dateText } from '@handover/ui/parts/time-text.ts';
import { priorityNames, recurrenceText, reminderText, statusNames } from '../task-labels.ts';

/** What stands otherwise in a task by now, as "Due: Nov 24, 2026". */
export function theirChanges(before: Task, now: Task): string[] {
  const [old, current] = [factsOf(before), factsOf(now)];
  return Object.entries(current).flatMap(([name, value]) =>
    old[name] === value ? [] : [`${name}: ${value}`],
  );
}

function factsOf(task: Task): Record<string, string> {
  return {
    Task: task.title,
    Status: statusNames[task.status],
    'Assigned to': task.assignee?.displayName ?? 'nobody',
    Due: task.dueDate === null ? 'no date' : dateText(task.dueDate),
    Priority: priorityNames[task.priority],
    Reminder: reminderText(task) ?? 'none',
    Repeats: task.recurrence === null ? 'no' : recurrenceText(task.recurrence),
    Customer: task.customer?.name ?? 'none',
    Business: task.business?.name ?? 'none',
    'Asked of': task.audience === 'client' ? 'the client' : 'staff',
    Details: task.description ?? 'none',
  };
}
