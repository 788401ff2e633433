import type { Insertable } from 'kysely';
import type { TasksTable } from '#db/schema/customers.ts';
import { newId } from '#lib/ids.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { setReminder } from './reminders/set-reminder.ts';
import { indexTask, recordOnTimeline } from './task-effects.ts';
import type { TaskRow } from './tasks.queries.ts';
import { insertTask } from './task-writes.queries.ts';

export type NewTask = Pick<
  TaskRow,
  | 'title'
  | 'description'
  | 'priority'
  | 'audience'
  | 'requests_files'
  | 'due_date'
  | 'assignee_id'
  | 'customer_id'
  | 'business_id'
  | 'deal_id'
  | 'recurrence'
  | 'reminder'
  | 'created_by'
> &
  Pick<Insertable<TasksTable>, 'repeats_from' | 'closing_date'>;

/** Writes a validated task with timeline entry, search entry, and reminder; returns its ID. */
export async function addTask(work: Work, actor: Member, task: NewTask): Promise<string> {
  const { workspaceId, timeZone } = actor;
  const id = newId();
  await insertTask(work.db, {
    ...task,
    workspace_id: workspaceId,
    id,
    recurrence: toJson(task.recurrence),
    reminder: toJson(task.reminder),
    completed_at: null,
    deleted_at: null,
    created_at: work.now,
    updated_at: work.now,
  });
  await indexTask(work, actor, { id, title: task.title, description: task.description });
  await recordOnTimeline(work, actor, { task: { ...task, id }, type: 'task.created', openTasks: 1 });
  const after = { reminder: task.reminder, due_date: task.due_date, isPending: true };
  if (task.reminder !== null)
    await setReminder(work, { taskId: id, workspaceId, timeZone, before: null, after });
  return id;
}

export function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
