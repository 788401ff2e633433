import type { Task } from '@handover/contract/tasks/tasks.ts';
import type { TaskRow } from './tasks.queries.ts';

/** A task in its API shape. */
export function presentTask(row: TaskRow): Task {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    priority: row.priority,
    audience: row.audience,
    requestsFiles: row.requests_files,
    requests: row.requests,
    dueDate: row.due_date,
    assignee:
      row.assignee_id === null || row.assignee_name === null
        ? null
        : { id: row.assignee_id, displayName: row.assignee_name },
    customer:
      row.customer_id === null || row.customer_name === null
        ? null
        : { id: row.customer_id, name: row.customer_name },
    business:
      row.business_id === null || row.business_name === null
        ? null
        : { id: row.business_id, name: row.business_name },
    deal: row.deal_id === null || row.deal_name === null ? null : { id: row.deal_id, name: row.deal_name },
    recurrence: presentRecurrence(row.recurrence),
    reminder: row.reminder,
    remindsAt: row.reminds_at?.toISOString() ?? null,
    createdBy: { id: row.created_by, displayName: row.creator_name },
    completedAt: row.completed_at?.toISOString() ?? null,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

/** The contract's arrays are mutable; the domain's are not. */
function presentRecurrence(rule: TaskRow['recurrence']): Task['recurrence'] {
  return rule?.frequency === 'weekly' ? { ...rule, days: [...rule.days] } : rule;
}
