import type { ListTasksQuery } from '@handover/contract/tasks.ts';
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { TasksTable } from '../../db/schema/customer-desk.ts';
import type { Position } from '../../lib/pagination.ts';
import { likeLiteral } from '../../lib/text.ts';
import { inCustomerScope } from '../../platform/customers/scope.ts';
import type { Member } from '../../platform/session/actor.ts';

export type TaskFilter = Omit<ListTasksQuery, 'sort' | 'limit' | 'cursor'> & { readonly customerId?: string };

const columns = [
  'tasks.id',
  'tasks.title',
  'tasks.description',
  'tasks.status',
  'tasks.priority',
  'tasks.audience',
  'tasks.due_date',
  'tasks.due_sort',
  'tasks.assignee_id',
  'tasks.customer_id',
  'tasks.created_by',
  'tasks.completed_at',
  'tasks.created_at',
  'tasks.updated_at',
  'tasks.deleted_at',
  'tasks.version',
  'assignees.display_name as assignee_name',
  'creators.display_name as creator_name',
  'customers.name as customer_name',
] as const;

function fromTasks(db: Db, member: Member) {
  return db
    .selectFrom('tasks')
    .innerJoin('users as creators', 'creators.id', 'tasks.created_by')
    .leftJoin('users as assignees', 'assignees.id', 'tasks.assignee_id')
    .leftJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'tasks.workspace_id')
        .onRef('customers.id', '=', 'tasks.customer_id'),
    )
    .where('tasks.workspace_id', '=', member.workspaceId)
    .where(isVisible(member));
}

/** Tasks on customers in scope and tasks on none; clients only what is asked of them on their own record. */
function isVisible(member: Member): RawBuilder<boolean> {
  const onCustomer = sql<boolean>`(${inCustomerScope(member)} AND customers.deleted_at IS NULL)`;
  if (member.scope === 'client') return sql<boolean>`(tasks.audience = 'client' AND ${onCustomer})`;
  const own =
    member.scope === 'all'
      ? sql`true`
      : sql`(tasks.assignee_id = ${member.userId} OR tasks.created_by = ${member.userId})`;
  return sql<boolean>`((tasks.customer_id IS NULL AND ${own}) OR ${onCustomer})`;
}

function matches(filter: TaskFilter): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = [sql`tasks.deleted_at IS NULL`];
  if (filter.customerId !== undefined) conditions.push(sql`tasks.customer_id = ${filter.customerId}`);
  if (filter.status !== undefined) conditions.push(sql`tasks.status = ${filter.status}`);
  if (filter.assigneeId === 'none') conditions.push(sql`tasks.assignee_id IS NULL`);
  else if (filter.assigneeId !== undefined) conditions.push(sql`tasks.assignee_id = ${filter.assigneeId}`);
  if (filter.priority !== undefined) conditions.push(sql`tasks.priority = ${filter.priority}`);
  if (filter.dueFrom !== undefined) conditions.push(sql`tasks.due_date >= ${filter.dueFrom}`);
  if (filter.dueTo !== undefined) conditions.push(sql`tasks.due_date <= ${filter.dueTo}`);
  if (filter.withoutDueDate !== undefined)
    conditions.push(filter.withoutDueDate ? sql`tasks.due_date IS NULL` : sql`tasks.due_date IS NOT NULL`);
  if (filter.q !== undefined && filter.q !== '')
    conditions.push(sql`tasks.title ILIKE ${`%${likeLiteral(filter.q)}%`}`);
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

export type TaskSlice = {
  filter: TaskFilter;
  sort: ListTasksQuery['sort'];
  after: Position | null;
  limit: number;
};

/** Tasks the member may see, by due date (undated last) or newest first. */
export function listTaskRows(db: Db, member: Member, { filter, sort, after, limit }: TaskSlice) {
  const isByDue = sort === 'dueDate';
  const key = isByDue ? sql.ref('tasks.due_sort') : sql.ref('tasks.created_at');
  const comparison = isByDue ? sql`>` : sql`<`;
  let query = fromTasks(db, member).select(columns).where(matches(filter));
  if (after !== null)
    query = query.where(sql<boolean>`(${key}, tasks.id) ${comparison} (${after[0]}, ${after[1]})`);
  return query
    .orderBy(isByDue ? sql`tasks.due_sort, tasks.id` : sql`tasks.created_at DESC, tasks.id DESC`)
    .limit(limit)
    .execute();
}

export type TaskRow = Awaited<ReturnType<typeof listTaskRows>>[number];

export async function countTasks(db: Db, member: Member, filter: TaskFilter): Promise<number> {
  return (
    await fromTasks(db, member)
      .select(sql<number>`count(*)::int`.as('count'))
      .where(matches(filter))
      .executeTakeFirstOrThrow()
  ).count;
}

/** A task the member may see, deleted ones included; null otherwise. */
export async function findTaskRow(db: Db, member: Member, taskId: string): Promise<TaskRow | null> {
  return (
    (await fromTasks(db, member).select(columns).where('tasks.id', '=', taskId).executeTakeFirst()) ?? null
  );
}

export async function insertTask(db: Db, row: Insertable<TasksTable>): Promise<void> {
  await db.insertInto('tasks').values(row).execute();
}

/** Changes a task and its version; false when the version was not the current one. */
export async function updateTaskRow(
  db: Db,
  {
    workspaceId,
    taskId,
    version,
    change,
    now,
  }: { workspaceId: string; taskId: string; version: number; change: Updateable<TasksTable>; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('tasks')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: now }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', taskId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether a task on this customer can be the user's: active staff of the workspace who see the customer,
 * which in a workspace with the scope "own" is an admin or the customer's broker.
 */
export async function isAssignable(
  db: Db,
  { workspaceId, userId, customerId }: { workspaceId: string; userId: string; customerId: string | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select('memberships.user_id')
    .where('memberships.workspace_id', '=', workspaceId)
    .where('memberships.user_id', '=', userId)
    .where('memberships.role', '<>', 'CLIENT')
    .where('memberships.status', '=', 'active')
    .where(
      sql<boolean>`(memberships.role = 'ADMIN' OR workspaces.record_scope = 'all' OR ${customerId}::uuid IS NULL OR EXISTS (
        SELECT FROM customers WHERE customers.workspace_id = ${workspaceId} AND customers.id = ${customerId}::uuid AND customers.broker_id = ${userId}))`,
    )
    .executeTakeFirst();
  return row !== undefined;
}
