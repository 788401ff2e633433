import { recordInfo } from '@handover/contract/records.ts';
import { sql } from 'kysely';
import type { RecordDescriptor } from '#platform/records/record.ts';
import { taskBulk } from './task-bulk.ts';
import { taskExport } from './task-export.ts';
import { listableTasks } from './tasks.queries.ts';

export const taskRecord: RecordDescriptor = {
  ...listableTasks,
  export: taskExport,
  bulk: taskBulk,
  table: 'tasks',
  labels: recordInfo.task,
  auditName: sql.ref('tasks.title'),
  live: { audience: 'attached' },
  search: {
    title: sql.ref('tasks.title'),
    detail: sql.ref('customers.name'),
    // Open tasks first: they are the ones that people look for.
    order: sql`tasks.completed_at IS NOT NULL, tasks.created_at DESC`,
  },
  references: [{ record: 'customer', column: 'customer_id' }],
  handover: {
    column: 'assignee_id',
    where: sql`status <> 'done'`,
    labels: { one: 'open task', many: 'open tasks' },
  },
  from: () => sql`tasks LEFT JOIN customers ON customers.workspace_id = tasks.workspace_id
    AND customers.id = tasks.customer_id`,
};
