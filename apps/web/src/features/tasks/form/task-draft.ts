import { createTaskBody, taskPriorities, type Task } from '@handover/contract/tasks.ts';
import * as z from 'zod/mini';

export const taskDraftSchema = z.object({
  title: z.string(),
  description: z.string(),
  /** Empty stands for the writer. */
  assigneeId: z.string(),
  dueDate: z.string(),
  priority: z.enum(taskPriorities),
});
export type TaskDraft = z.infer<typeof taskDraftSchema>;

export const emptyTaskDraft: TaskDraft = {
  title: '',
  description: '',
  assigneeId: '',
  dueDate: '',
  priority: 'normal',
};

/** A task as its form holds it. */
export function taskDraftOf(task: Task): TaskDraft {
  return {
    title: task.title,
    description: task.description ?? '',
    assigneeId: task.assignee?.id ?? '',
    dueDate: task.dueDate ?? '',
    priority: task.priority,
  };
}

/** Judges a draft by the contract. */
export function parseTask(draft: TaskDraft): ReturnType<typeof createTaskBody.safeParse> {
  return createTaskBody.safeParse({
    title: draft.title,
    description: draft.description.trim() === '' ? null : draft.description,
    dueDate: draft.dueDate === '' ? null : draft.dueDate,
    priority: draft.priority,
    ...(draft.assigneeId !== '' && { assigneeId: draft.assigneeId }),
  });
}
