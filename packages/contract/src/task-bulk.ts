import * as z from 'zod/mini';
import { calendarDate, id, version } from './common.ts';
import { defineEndpoint, member } from './endpoint.ts';
import { taskStatuses } from './task-rules.ts';

export const maxBulkTasks = 200;

export const bulkTaskAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('done') }),
  /** To tomorrow, or to Monday of next week, in the workspace's time zone. */
  z.strictObject({ kind: z.literal('postpone'), to: z.enum(['tomorrow', 'nextWeek']) }),
  z.strictObject({ kind: z.literal('assign'), assigneeId: z.nullable(id) }),
  z.strictObject({ kind: z.literal('delete') }),
]);
export type BulkTaskAction = z.infer<typeof bulkTaskAction>;

/** What an action changed, as it was. */
const before = z.strictObject({
  status: z.optional(z.enum(taskStatuses)),
  dueDate: z.optional(z.nullable(calendarDate)),
  assigneeId: z.optional(z.nullable(id)),
  isDeleted: z.optional(z.literal(false)),
});
export type TaskBefore = z.infer<typeof before>;

/** A task as an action left it; what an undo sends back. */
const undoable = z.strictObject({ id, version, before });

/** What became of each task, in the order asked. */
export const bulkTaskResult = z.object({
  id,
  outcome: z.enum(['changed', 'skipped']),
  /** Why it was skipped, for people. */
  reason: z.nullable(z.string()),
  /** For `undoBulkTasks`; null where nothing was changed. */
  undo: z.nullable(undoable),
});
export type BulkTaskResult = z.infer<typeof bulkTaskResult>;

const response = z.object({ results: z.array(bulkTaskResult) });

export const bulkTasks = defineEndpoint({
  method: 'POST',
  path: '/tasks/bulk',
  summary: 'Finish, postpone, assign or delete several tasks',
  access: member('STAFF', 'tasks'),
  status: 200,
  body: z.strictObject({
    ids: z.array(id).check(z.minLength(1), z.maxLength(maxBulkTasks)),
    action: bulkTaskAction,
  }),
  response,
});
export const undoBulkTasks = defineEndpoint({
  method: 'POST',
  path: '/tasks/bulk/undo',
  summary: 'Put several tasks back; those changed since are skipped',
  access: member('STAFF', 'tasks'),
  status: 200,
  body: z.strictObject({ tasks: z.array(undoable).check(z.minLength(1), z.maxLength(maxBulkTasks)) }),
  response,
});
