import { sql } from 'kysely';
import type { RecordDescriptor } from '#platform/records/record.ts';
import { isVisible } from './task-filter.queries.ts';

export const taskRecord: RecordDescriptor = {
  type: 'task',
  labels: { one: 'task', many: 'tasks' },
  table: 'tasks',
  from: () => sql`tasks LEFT JOIN customers ON customers.workspace_id = tasks.workspace_id
    AND customers.id = tasks.customer_id`,
  scope: (member) => sql<boolean>`(tasks.workspace_id = ${member.workspaceId} AND ${isVisible(member)})`,
};
