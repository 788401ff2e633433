import { openTaskStatuses, type TaskStatus } from '@handover/contract/tasks/task-rules.ts';
import type { Task, TaskFilter } from '@handover/contract/tasks/tasks.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { inBusinessScope, isReadableBusiness } from '#features/businesses/businesses.public.ts';
import { isReadableDeal } from '#features/deals/deals.public.ts';
import { inCustomerScope } from '#features/customers/customers.public.ts';
import {
  matchesFilter,
  resolveFilter,
  type Condition,
  type Filterable,
  type FilterConditions,
} from '#platform/records/list/filter.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { taskPolicy } from './tasks.policy.ts';
import { isOpenTo } from '#platform/session/access.ts';

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

/**
 * Tasks on records in scope, and the member's own tasks without a record; for clients only their tasks on their own
 * record.
 */
function isVisible(member: Member): RawBuilder<boolean> {
  const onCustomer = sql<boolean>`(${inCustomerScope(member)} AND customers.deleted_at IS NULL)`;
  if (member.scope === 'client') return sql<boolean>`(tasks.audience = 'client' AND ${onCustomer})`;
  const onBusiness = isOpenTo(member, 'business-center')
    ? sql`((tasks.business_id IS NOT NULL AND ${isReadableBusiness(member, sql`tasks.business_id`)})
      OR (tasks.deal_id IS NOT NULL AND ${isReadableDeal(member, sql`tasks.deal_id`)}))`
    : sql`false`;
  const own =
    member.scope === 'all'
      ? sql`true`
      : sql`(tasks.assignee_id = ${member.userId} OR tasks.created_by = ${member.userId})`;
  return sql<boolean>`((tasks.customer_id IS NULL AND ${own}) OR ${onCustomer}
    OR ${onBusiness})`;
}

/** The name of a task's customer if the member may read it, else null. */
export function selectVisibleCustomerName(member: Member): RawBuilder<string | null> {
  if (!isOpenTo(member, 'users')) return sql`NULL`;
  return sql`CASE WHEN customers.deleted_at IS NULL AND ${inCustomerScope(member)} THEN customers.name END`;
}

/** The name of a task's business if the member may read it, else null. */
export function selectVisibleBusinessName(member: Member): RawBuilder<string | null> {
  if (member.scope === 'client' || !isOpenTo(member, 'business-center')) return sql`NULL`;
  return sql`(SELECT businesses.name FROM businesses LEFT JOIN customers ON customers.workspace_id = businesses.workspace_id
      AND customers.id = businesses.owner_id AND customers.deleted_at IS NULL AND ${inCustomerScope(member)}
    WHERE businesses.workspace_id = ${member.workspaceId} AND businesses.id = tasks.business_id
      AND businesses.deleted_at IS NULL AND ${inBusinessScope(member)})`;
}

/** Requested documents of a data room for a task, if the member may read its business; clients read their own. */
export function selectRequestedDocuments(member: Member): RawBuilder<Task['requests']> {
  const isReadable =
    member.scope === 'client' ? sql`true` : sql`${selectVisibleBusinessName(member)} IS NOT NULL`;
  return sql`(SELECT coalesce(jsonb_agg(jsonb_build_object('id', room_requests.id, 'title', room_requests.title,
      'state', room_requests.state, 'refusal', room_requests.refusal)
      ORDER BY room_requests.position, room_requests.id), '[]')
    FROM room_requests WHERE room_requests.workspace_id = ${member.workspaceId}
      AND room_requests.task_id = tasks.id AND ${isReadable})`;
}

/** The name of a task's deal if the member may read it, else null. */
export function selectVisibleDealName(member: Member): RawBuilder<string | null> {
  if (member.scope === 'client' || !isOpenTo(member, 'business-center')) return sql`NULL`;
  return sql`CASE WHEN tasks.deal_id IS NOT NULL AND ${isReadableDeal(member, sql`tasks.deal_id`)} THEN (
    SELECT buyers.name || ' – ' || businesses.name FROM deals
      JOIN businesses ON businesses.workspace_id = deals.workspace_id AND businesses.id = deals.business_id
      JOIN customers AS buyers ON buyers.workspace_id = deals.workspace_id AND buyers.id = deals.buyer_id
    WHERE deals.workspace_id = ${member.workspaceId} AND deals.id = tasks.deal_id) END`;
}

const conditions: FilterConditions<TaskFilter> = {
  status: createStatusConditions,
  assigneeId: (assigneeId, { member }) =>
    assigneeId === 'none'
      ? sql`tasks.assignee_id IS NULL`
      : sql`tasks.assignee_id = ${assigneeId === 'me' ? member.userId : assigneeId}`,
  customerId: (customerId) => sql`tasks.customer_id = ${customerId}`,
  businessId: (businessId) => sql`tasks.business_id = ${businessId}`,
  dealId: (dealId) => sql`tasks.deal_id = ${dealId}`,
  priority: (priority) => sql`tasks.priority = ${priority}`,
  audience: (audience) => sql`tasks.audience = ${audience}`,
  // A range excludes tasks without a date, which `due_sort` puts last.
  dueFrom: (date) => [sql`tasks.due_sort >= ${date}`, sql`tasks.due_date IS NOT NULL`],
  dueTo: (date) => [sql`tasks.due_sort <= ${date}`, sql`tasks.due_date IS NOT NULL`],
  withoutDueDate: (isWithout) => (isWithout ? sql`tasks.due_date IS NULL` : sql`tasks.due_date IS NOT NULL`),
};

/** How tasks are filtered: conditions on `fromTasks`. */
export const filterableTasks: Filterable = {
  type: 'task',
  table: 'tasks',
  scope: (member) => sql<boolean>`(tasks.workspace_id = ${member.workspaceId} AND ${isVisible(member)})`,
  filter: {
    conditions,
    trash: (member) => (taskPolicy.seesTrash(member) ? sql`tasks.deleted_at IS NOT NULL` : null),
  },
};

/** Tasks that the member may see and that match a filter, as a condition on `fromTasks`. */
export async function matchesTasks(db: Db, member: Member, filter: TaskFilter): Promise<RawBuilder<boolean>> {
  // No condition of a task depends on the time.
  const resolved = await resolveFilter(filterableTasks, { db, now: new Date(0) }, { member, filter });
  return matchesFilter(filterableTasks, member, resolved);
}

function createStatusConditions(status: readonly TaskStatus[]): Condition[] {
  if (status.length === 0) return [];
  const isOpenOnly = !status.includes('done');
  // As in the indexes of open and of completed tasks.
  const byCompletion = isOpenOnly
    ? [sql`tasks.completed_at IS NULL`]
    : status.length === 1
      ? [sql`tasks.completed_at IS NOT NULL`]
      : [];
  const isEveryOpen = isOpenOnly && openTaskStatuses.every((name) => status.includes(name));
  return isEveryOpen ? byCompletion : [...byCompletion, sql`tasks.status IN (${sql.join([...status])})`];
}
