import {
  createFreeTask,
  createFreeTaskBody,
  taskPriorities,
  updateTask,
  updateTaskBody,
  type Task,
} from '@handover/contract/tasks/tasks.ts';
import { recurrence } from '@handover/contract/tasks/task-rules.ts';
import { lazy } from 'react';
import type * as z from 'zod/mini';
import { send } from '#shared/api/client.ts';
import { defineRecordForm, toText } from '#shared/records/form/record-form.ts';
import { readRecurrence, readReminder, writeRecurrence, writeReminder } from './form/task-rules.ts';
import { priorityNames, formatRecurrence, formatReminder, statusNames } from './task-labels.ts';
import { taskQuery } from './tasks.queries.ts';

const CustomerPicker = lazy(async () => ({
  default: (await import('#shared/customers/customer-picker.tsx')).CustomerPicker,
}));
const BusinessPicker = lazy(async () => ({
  default: (await import('#shared/businesses/business-picker.tsx')).BusinessPicker,
}));

/** The fields of a task, for create, edit, composer, and cells. */
export const taskForm = defineRecordForm<
  Task,
  z.infer<typeof createFreeTaskBody>,
  z.infer<typeof updateTaskBody>
>({
  recordType: 'task',
  noun: 'task',
  fields: [
    { key: 'title', label: 'Task', kind: 'text', width: 'full', write: toText },
    {
      key: 'assigneeId',
      label: 'Assigned to',
      kind: 'member',
      width: 'third',
      current: ({ assignee }) => assignee,
      read: ({ assignee }) => assignee?.id ?? '',
    },
    { key: 'dueDate', label: 'Due', kind: 'date', width: 'third' },
    { key: 'priority', label: 'Priority', kind: 'choice', width: 'third', choices: priorityNames },
    { key: 'status', label: 'Status', kind: 'choice', isInlineOnly: true, choices: statusNames },
    {
      key: 'customerId',
      label: 'Customer',
      kind: 'record',
      width: 'half',
      Input: CustomerPicker,
      read: ({ customer }) => customer,
    },
    {
      key: 'businessId',
      label: 'Business',
      kind: 'record',
      width: 'half',
      Input: BusinessPicker,
      read: ({ business }) => business,
    },
    {
      key: 'audience',
      label: 'Client task',
      help: 'The client sees it when they sign in.',
      kind: 'flag',
      width: 'full',
      isShown: ({ customerId }) => customerId != null,
      read: ({ audience }) => audience === 'client',
      write: (isAsked, { customerId }) => (isAsked === true && customerId != null ? 'client' : 'staff'),
    },
    {
      key: 'requestsFiles',
      label: 'Request documents',
      help: 'The client can upload files or reply.',
      kind: 'flag',
      width: 'full',
      isShown: ({ customerId, audience }) => customerId != null && audience === true,
    },
    {
      key: 'reminder',
      label: 'Reminder',
      kind: 'own',
      width: 'full',
      Input: lazy(() => import('./form/reminder-input.tsx')),
      read: readReminder,
      write: writeReminder,
      words: (value) => formatReminder({ reminder: writeReminder(value) }) ?? '',
    },
    {
      key: 'recurrence',
      label: 'Repeats',
      kind: 'own',
      width: 'full',
      Input: lazy(() => import('./form/repeat-input.tsx')),
      read: readRecurrence,
      write: (value, { dueDate }) => writeRecurrence(value, toText(dueDate)),
      words: (value) => {
        const rule = recurrence.safeParse(writeRecurrence(value, '')).data;
        return rule === undefined ? '' : formatRecurrence(rule);
      },
    },
    { key: 'description', label: 'Details', kind: 'text', lines: 2, width: 'full' },
  ],
  createSchema: createFreeTaskBody,
  updateSchema: updateTaskBody,
  start: ({ id, isMember }) => ({ assigneeId: isMember ? id : '', priority: taskPriorities[1] }),
  create: async (body, idempotencyKey) => (await send(createFreeTask, { body }, { idempotencyKey })).task,
  update: async (id, body) => (await send(updateTask, { params: { id }, body })).task,
  query: taskQuery,
  changesOf: ({ customer }) => [{ noun: 'task', customerId: customer?.id ?? null }],
});
