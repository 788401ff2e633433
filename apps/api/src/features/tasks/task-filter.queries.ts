import { openTaskStatuses } from '@handover/contract/task-rules.ts';
import type { TaskFilter } from '@handover/contract/tasks.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { inBusinessScope } from '#platform/businesses/scope.ts';
import { inCustomerScope } from '#platform/customers/scope.ts';
import { matchesText } from '#platform/search.ts';
import type { Member } from '#platform/session/actor.ts';

/** Tasks that the member may see, deleted ones included, each with its customer. */
export function fromVisibleTasks(db: Db, member: Member) {
  return fromTasks(db, member).where(isVisible(member));
}

/** All tasks of the workspace, each with its customer. */
export function fromTasks(db: Db, { workspaceId }: Member) {
  return db
    .selectFrom('tasks')
    .leftJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'tasks.workspace_id')
        .onRef('customers.id', '=', 'tasks.customer_id'),
    )
    .where('tasks.workspace_id', '=', workspaceId);
}

/** Tasks on customers in scope and tasks on none; clients only what is asked of them on their own record. */
export function isVisible(member: Member): RawBuilder<boolean> {
  const onCustomer = sql<boolean>`(${inCustomerScope(member)} AND customers.deleted_at IS NULL)`;
  if (member.scope === 'client') return sql<boolean>`(tasks.audience = 'client' AND ${onCustomer})`;
  const own =
    member.scope === 'all'
      ? sql`true`
      : sql`(tasks.assignee_id = ${member.userId} OR tasks.created_by = ${member.userId})`;
  return sql<boolean>`((tasks.customer_id IS NULL AND ${own}) OR ${onCustomer})`;
}

/** The name of a task's business where the member may read it, else null. */
export function visibleBusinessName(member: Member): RawBuilder<string | null> {
  if (member.scope === 'client') return sql`NULL`;
  return sql`(SELECT businesses.name FROM businesses LEFT JOIN customers ON customers.workspace_id = businesses.workspace_id
      AND customers.id = businesses.owner_id AND customers.deleted_at IS NULL AND ${inCustomerScope(member)}
    WHERE businesses.workspace_id = ${member.workspaceId} AND businesses.id = tasks.business_id
      AND businesses.deleted_at IS NULL AND ${inBusinessScope(member)})`;
}

/** Condition on `tasks`: not deleted, and what the filter asks. */
export function matchesFilter(filter: TaskFilter, member: Member): RawBuilder<boolean> {
  const { q, priority, customerId, businessId } = filter;
  const conditions: RawBuilder<unknown>[] = [
    sql`tasks.deleted_at IS NULL`,
    ...statusConditions(filter),
    ...assigneeConditions(filter),
    ...(customerId === undefined ? [] : [sql`tasks.customer_id = ${customerId}`]),
    ...(businessId === undefined ? [] : [sql`tasks.business_id = ${businessId}`]),
    ...(priority === undefined ? [] : [sql`tasks.priority = ${priority}`]),
    ...dueConditions(filter),
    ...(q === undefined || q === ''
      ? []
      : [
          sql`tasks.id IN (SELECT record_id FROM search_entries WHERE workspace_id = ${member.workspaceId} AND kind = 'task' AND ${matchesText(q)})`,
        ]),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

function statusConditions({ status }: TaskFilter): RawBuilder<unknown>[] {
  if (status === undefined || status.length === 0) return [];
  const isOpenOnly = !status.includes('done');
  // The indexes of open and of done tasks say it this way.
  const byCompletion = isOpenOnly
    ? [sql`tasks.completed_at IS NULL`]
    : status.length === 1
      ? [sql`tasks.completed_at IS NOT NULL`]
      : [];
  const isEveryOpen = isOpenOnly && openTaskStatuses.every((name) => status.includes(name));
  return isEveryOpen ? byCompletion : [...byCompletion, sql`tasks.status IN (${sql.join(status)})`];
}

function assigneeConditions({ assigneeId }: TaskFilter): RawBuilder<unknown>[] {
  if (assigneeId === undefined) return [];
  return [assigneeId === 'none' ? sql`tasks.assignee_id IS NULL` : sql`tasks.assignee_id = ${assigneeId}`];
}

/** A range leaves out what has no date, which `due_sort` puts last. */
function dueConditions({ dueFrom, dueTo, withoutDueDate }: TaskFilter): RawBuilder<unknown>[] {
  const isRange = dueFrom !== undefined || dueTo !== undefined;
  return [
    ...(dueFrom === undefined ? [] : [sql`tasks.due_sort >= ${dueFrom}`]),
    ...(dueTo === undefined ? [] : [sql`tasks.due_sort <= ${dueTo}`]),
    ...(isRange || withoutDueDate === false ? [sql`tasks.due_date IS NOT NULL`] : []),
    ...(withoutDueDate === true ? [sql`tasks.due_date IS NULL`] : []),
  ];
}
