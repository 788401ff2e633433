import { exportTasks } from '@handover/contract/tasks.ts';
import type { ExportSpec } from '#platform/records/export/to-csv.ts';
import { fetchTasks, type ListedTask } from './tasks.queries.ts';

/** The CSV file of tasks. */
export const taskExport: ExportSpec<ListedTask> = {
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
