import { recordInfo } from '@handover/contract/records/records.ts';
import { sql } from 'kysely';
import type { RecordDescriptor } from '#platform/records/record.ts';
import { taskBulk } from './task-bulk.ts';
import { listableTasks, fetchTasks, type ListedTask } from './tasks.queries.ts';
import { exportTasks } from '@handover/contract/tasks/tasks.ts';
import type { ExportSpec } from '#platform/records/export/to-csv.ts';

/** The CSV file of tasks. */
const taskExport: ExportSpec<ListedTask> = {
  endpoint: exportTasks,
  fetch: fetchTasks,
  columns: {
    Title: (row) => row.title,
    Description: (row) => row.description,
    Status: (row) => row.status,
    Priority: (row) => row.priority,
    'Due date': (row) => row.due_date,
    Assignee: (row) => row.assignee_name,
    Customer: (row) => row.customer_name,
    Business: (row) => row.business_name,
    'Client task': (row) => (row.audience === 'client' ? 'yes' : 'no'),
    Repeats: (row) => row.recurrence?.frequency ?? null,
    'Reminder at': (row) => row.reminds_at?.toISOString() ?? null,
    'Created by': (row) => row.creator_name,
    Completed: (row) => row.completed_at?.toISOString() ?? null,
    'Record created': (row) => row.created_at.toISOString(),
  },
};

export const taskRecord: RecordDescriptor = {
  ...listableTasks,
  export: taskExport,
  bulk: taskBulk,
  table: 'tasks',
  labels: recordInfo.task,
  auditName: sql.ref('tasks.title'),
  timeline: ({ scope }) => ({
    label: sql`tasks.title`,
    excerpt: sql`left(tasks.description, 600)`,
    condition: sql`tasks.deleted_at IS NULL AND ${scope === 'client' ? sql`tasks.audience = 'client'` : sql`true`}`,
  }),
  live: { audience: 'attached' },
  references: [{ record: 'customer', column: 'customer_id' }],
  handover: {
    column: 'assignee_id',
    where: sql`status <> 'done'`,
    labels: { one: 'open task', many: 'open tasks' },
  },
};
