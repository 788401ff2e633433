import * as z from 'zod/mini';
import {
  calendarDate,
  downloadTicket,
  flag,
  id,
  idParams,
  line,
  many,
  multiline,
  recordPage,
  recordTotal,
  paging,
  searchText,
  timestamp,
  version,
  totalQuery,
} from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { recordSelection, type RecordSelection } from '../records/records.ts';
import { recordSort } from '../records/record-sort.ts';
import { roomRequestStates } from '../documents/room-request-states.ts';
import { recurrence, reminder, taskStatuses } from './task-rules.ts';

export const taskPriorities = ['low', 'normal', 'high'] as const;
/** Who a task is for: staff, or the client, who sees it in the client area. */
export const taskAudiences = ['staff', 'client'] as const;

const person = z.object({ id, displayName: z.string() });

export const task = z.object({
  id,
  title: z.string(),
  description: z.nullable(z.string()),
  status: z.enum(taskStatuses),
  priority: z.enum(taskPriorities),
  audience: z.enum(taskAudiences),
  /** The client sends files or a reply, which sets the status to `waiting`; staff complete the task. */
  requestsFiles: z.boolean(),
  /**
   * Data room documents that the task asks for. It is completed when all are verified. Empty if the viewer cannot read
   * the business.
   */
  requests: z.array(
    z.object({ id, title: z.string(), state: z.enum(roomRequestStates), refusal: z.nullable(z.string()) }),
  ),
  dueDate: z.nullable(calendarDate),
  assignee: z.nullable(person),
  customer: z.nullable(z.object({ id, name: z.string() })),
  /** Also null if the viewer cannot see the business. */
  business: z.nullable(z.object({ id, name: z.string() })),
  /** The deal's buyer and business; also null if the viewer cannot see the deal. */
  deal: z.nullable(z.object({ id, name: z.string() })),
  recurrence: z.nullable(recurrence),
  reminder: z.nullable(reminder),
  /** When the reminder is due; null once it was sent, or if the time was already past when it was set. */
  remindsAt: z.nullable(timestamp),
  createdBy: person,
  completedAt: z.nullable(timestamp),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** Null unless it is in the trash. */
  deletedAt: z.nullable(timestamp),
  version,
});
export type Task = z.infer<typeof task>;

const ownFields = {
  description: z.optional(z.nullable(multiline(10_000))),
  dueDate: z.optional(z.nullable(calendarDate)),
  priority: z.optional(z.enum(taskPriorities)),
  audience: z.optional(z.enum(taskAudiences)),
  requestsFiles: z.optional(z.boolean()),
  assigneeId: z.optional(z.nullable(id)),
  /** Requires a due date. */
  recurrence: z.optional(z.nullable(recurrence)),
  reminder: z.optional(z.nullable(reminder)),
};
const fields = { ...ownFields, businessId: z.optional(z.nullable(id)), dealId: z.optional(z.nullable(id)) };
/** Without `assigneeId`, the task is assigned to its creator. */
export const createTaskBody = z.strictObject({ title: line(300), ...fields });
/** With `customerId`, the task is also attached to that customer. */
const createBusinessTaskBody = z.strictObject({
  title: line(300),
  customerId: z.optional(z.nullable(id)),
  ...ownFields,
});
export const createFreeTaskBody = z.strictObject({
  title: line(300),
  customerId: z.optional(z.nullable(id)),
  ...fields,
});
export const updateTaskBody = z.strictObject({
  version,
  title: z.optional(line(300)),
  status: z.optional(z.enum(taskStatuses)),
  customerId: z.optional(z.nullable(id)),
  ...fields,
});

export const taskFilters = {
  status: z.optional(many(z.enum(taskStatuses), taskStatuses.length)),
  /** A member's id, `me` for the caller, or `none` for tasks without an assignee. */
  assigneeId: z.optional(z.union([id, z.literal('none'), z.literal('me')])),
  priority: z.optional(z.enum(taskPriorities)),
  audience: z.optional(z.enum(taskAudiences)),
  customerId: z.optional(id),
  businessId: z.optional(id),
  dealId: z.optional(id),
  dueFrom: z.optional(calendarDate),
  dueTo: z.optional(calendarDate),
  withoutDueDate: z.optional(flag),
  q: z.optional(searchText),
  deleted: z.optional(flag),
};
export const taskSortKeys = ['dueDate', 'title', 'priority', 'createdAt', 'completedAt'] as const;
export type TaskSortKey = (typeof taskSortKeys)[number];
export const taskSort = recordSort(taskSortKeys);
const listQuery = z.strictObject({
  ...taskFilters,
  /** Defaults to dueDate; for a text search, records are ranked. */
  sort: z.optional(taskSort),
  ...paging,
});
export type ListTasksQuery = z.infer<typeof listQuery>;
export const taskFilter = z.strictObject(taskFilters);
export type TaskFilter = z.infer<typeof taskFilter>;
export const taskSelection = recordSelection(taskFilter);
export type TaskSelection = RecordSelection<TaskFilter>;

/** Groups of open tasks by due date, relative to the workspace's current day. */
export const dueGroups = ['overdue', 'today', 'tomorrow', 'next7Days', 'later', 'none'] as const;
export type DueGroup = (typeof dueGroups)[number];
/**
 * The number of matching tasks: open tasks by due date, all tasks by status, and by day for a range of at most 62 days.
 */
export const taskTotals = z.object({
  due: z.record(z.enum(dueGroups), z.int()),
  status: z.record(z.enum(taskStatuses), z.int()),
  days: z.array(z.object({ date: calendarDate, count: z.int() })),
});
export type TaskTotals = z.infer<typeof taskTotals>;
const one = z.object({ task });
const list = z.object({ tasks: z.array(task), similar: z.array(task), ...recordPage });

export const listTasks = defineEndpoint({
  method: 'GET',
  path: '/tasks',
  summary: 'List tasks of the workspace, earliest due first',
  access: member('STAFF', 'tasks'),
  status: 200,
  query: listQuery,
  response: list,
});
export const countTasks = defineEndpoint({
  method: 'GET',
  path: '/tasks/total',
  summary: 'Count the tasks that match: exactly, or up to 10,000 unless `exact` is set',
  access: member('STAFF', 'tasks'),
  status: 200,
  query: z.strictObject({ ...taskFilters, ...totalQuery }),
  response: recordTotal,
});
export const getTaskTotals = defineEndpoint({
  method: 'GET',
  path: '/tasks/totals',
  summary: 'Count the tasks that match, by due date, status and day',
  access: member('STAFF', 'tasks'),
  status: 200,
  query: taskFilter,
  response: z.object({ totals: taskTotals }),
});
export const getTask = defineEndpoint({
  method: 'GET',
  path: '/tasks/{id}',
  summary: 'Get a task',
  access: member('STAFF', 'tasks'),
  status: 200,
  params: idParams,
  response: one,
});
export const listCustomerTasks = defineEndpoint({
  method: 'GET',
  path: '/users/{id}/tasks',
  summary: 'List tasks of a customer; clients see client tasks',
  access: member('CLIENT', 'users'),
  status: 200,
  params: idParams,
  query: listQuery,
  response: list,
});
export const createTask = defineEndpoint({
  method: 'POST',
  path: '/users/{id}/tasks',
  summary: 'Create a task for a customer',
  access: member('STAFF', 'users'),
  status: 201,
  params: idParams,
  body: createTaskBody,
  response: one,
});
export const listBusinessTasks = defineEndpoint({
  method: 'GET',
  path: '/businesses/{id}/tasks',
  summary: 'List tasks of a business',
  access: member('STAFF', 'business-center'),
  status: 200,
  params: idParams,
  query: listQuery,
  response: list,
});
export const createBusinessTask = defineEndpoint({
  method: 'POST',
  path: '/businesses/{id}/tasks',
  summary: 'Create a task for a business',
  access: member('STAFF', 'business-center'),
  status: 201,
  params: idParams,
  body: createBusinessTaskBody,
  response: one,
});
export const listDealTasks = defineEndpoint({
  method: 'GET',
  path: '/deals/{id}/tasks',
  summary: 'List tasks of a deal',
  access: member('STAFF', 'business-center'),
  status: 200,
  params: idParams,
  query: listQuery,
  response: list,
});
export const createDealTask = defineEndpoint({
  method: 'POST',
  path: '/deals/{id}/tasks',
  summary: 'Create a task for a deal',
  access: member('STAFF', 'business-center'),
  status: 201,
  params: idParams,
  body: createBusinessTaskBody,
  response: one,
});
export const createFreeTask = defineEndpoint({
  method: 'POST',
  path: '/tasks',
  summary: 'Create a task, with or without a customer',
  access: member('STAFF', 'tasks'),
  status: 201,
  body: createFreeTaskBody,
  response: one,
});
export const updateTask = defineEndpoint({
  method: 'PATCH',
  path: '/tasks/{id}',
  summary: 'Change, complete or reopen a task',
  access: member('STAFF', 'tasks'),
  status: 200,
  params: idParams,
  body: updateTaskBody,
  response: one,
});
export const deleteTask = defineEndpoint({
  method: 'DELETE',
  path: '/tasks/{id}',
  summary: 'Delete a task; it can be restored',
  access: member('STAFF', 'tasks'),
  status: 204,
  params: idParams,
});
export const restoreTask = defineEndpoint({
  method: 'POST',
  path: '/tasks/{id}/restore',
  summary: 'Restore a deleted task',
  access: member('STAFF', 'tasks'),
  status: 200,
  params: idParams,
  response: one,
});
export const exportTasks = defineEndpoint({
  method: 'POST',
  path: '/tasks/export',
  summary: 'Get a download ticket for the CSV of all tasks that match, or of selected ones',
  access: member('STAFF', 'tasks'),
  status: 201,
  body: z.strictObject({ ...taskSelection, sort: z._default(taskSort, 'dueDate') }),
  response: downloadTicket,
});
