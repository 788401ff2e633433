import type { DueGroup, TaskFilter, TaskSortKey, TaskTotals } from '@handover/contract/tasks/tasks.ts';
import type { TaskStatus } from '@handover/contract/tasks/task-rules.ts';
import { sql, type Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { TasksTable } from '#db/schema/customers.ts';
import { inCustomerScope } from '#features/customers/customers.public.ts';
import type { Listable, ListSlice } from '#platform/records/list/list-spec.ts';
import type { SortKey } from '#platform/records/list/sort.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import {
  filterableTasks,
  fromTasks,
  fromVisibleTasks,
  matchesTasks,
  selectVisibleBusinessName,
  selectVisibleDealName,
  selectRequestedDocuments,
  selectVisibleCustomerName,
} from './task-filter.queries.ts';

const columns = [
  'tasks.id',
  'tasks.title',
  'tasks.description',
  'tasks.status',
  'tasks.priority',
  'tasks.audience',
  'tasks.requests_files',
  'tasks.due_date',
  'tasks.due_sort',
  'tasks.assignee_id',
  'tasks.customer_id',
  'tasks.business_id',
  'tasks.deal_id',
  'tasks.recurrence',
  'tasks.reminder',
  'tasks.created_by',
  'tasks.completed_at',
  'tasks.created_at',
  'tasks.updated_at',
  'tasks.deleted_at',
  'tasks.version',
  'assignees.display_name as assignee_name',
  'creators.display_name as creator_name',
  'task_reminders.fires_at as reminds_at',
] as const;

function withNames(tasks: ReturnType<typeof fromTasks>, member: Member) {
  return tasks
    .innerJoin('users as creators', 'creators.id', 'tasks.created_by')
    .leftJoin('users as assignees', 'assignees.id', 'tasks.assignee_id')
    .leftJoin('task_reminders', 'task_reminders.task_id', 'tasks.id')
    .select(columns)
    .select([
      selectVisibleCustomerName(member).as('customer_name'),
      selectVisibleBusinessName(member).as('business_name'),
      selectVisibleDealName(member).as('deal_name'),
      selectRequestedDocuments(member).as('requests'),
    ]);
}

type SortedColumns = Pick<Selectable<TasksTable>, 'due_sort' | 'created_at' | 'completed_at'>;

const sorts: Record<TaskSortKey, SortKey<SortedColumns>> = {
  // `due_sort` is later than every date for a task without one.
  dueDate: { column: sql.ref('tasks.due_sort'), read: (row) => row.due_sort },
  title: { column: sql`lower(tasks.title)` },
  priority: { column: sql`array_position(ARRAY['low', 'normal', 'high'], tasks.priority)` },
  createdAt: { column: sql.ref('tasks.created_at'), read: (row) => row.created_at.toISOString() },
  completedAt: {
    column: sql.ref('tasks.completed_at'),
    read: (row) => row.completed_at?.toISOString() ?? null,
    blank: { ascending: 'infinity', descending: '-infinity' },
  },
};

/** Up to `limit` tasks with everything that lists and exports show. */
export function fetchTasks(
  db: Db,
  member: Member,
  { where, sorting, limit }: Pick<ListSlice, 'where' | 'sorting' | 'limit'>,
) {
  return withNames(fromTasks(db, member), member)
    .select(sorting.values.as('sort_values'))
    .where(where)
    .orderBy(sorting.order)
    .limit(limit)
    .execute();
}

async function countTasks(db: Db, member: Member, { where }: Pick<ListSlice, 'where'>): Promise<number> {
  const { count } = await fromTasks(db, member)
    .select(sql<number>`count(*)::int`.as('count'))
    .where(where)
    .executeTakeFirstOrThrow();
  return count;
}

export type ListedTask = Awaited<ReturnType<typeof fetchTasks>>[number];
export type TaskRow = Omit<ListedTask, 'sort_values'>;

/** The list of tasks. */
export const listableTasks: Listable<ListedTask> = {
  ...filterableTasks,
  from: (member) => sql`tasks LEFT JOIN customers ON customers.workspace_id = tasks.workspace_id
    AND customers.id = tasks.customer_id AND customers.deleted_at IS NULL AND ${inCustomerScope(member)}
    CROSS JOIN LATERAL (SELECT ${selectVisibleCustomerName(member)} AS customer_name) AS shown`,
  search: { title: sql.ref('tasks.title'), detail: sql.ref('shown.customer_name') },
  list: {
    sorts,
    defaultSort: 'dueDate',
    forClients: { filters: ['q', 'status', 'customerId', 'businessId', 'dealId'], sorts: Object.keys(sorts) },
    fetch: fetchTasks,
    count: countTasks,
  },
};

/** The first tasks of a filter by due date, and how many match. */
export async function findDueTasks(
  db: Db,
  member: Member,
  { filter, limit }: { filter: TaskFilter; limit: number },
): Promise<{ count: number; rows: TaskRow[] }> {
  const where = await matchesTasks(db, member, filter);
  const count = await countTasks(db, member, { where });
  if (count === 0) return { count, rows: [] };
  const tasks = withNames(fromTasks(db, member), member).where(where);
  return { count, rows: await tasks.orderBy('tasks.due_sort').orderBy('tasks.id').limit(limit).execute() };
}

/** A task the member may see, deleted ones included; null otherwise. */
export async function findTaskRow(db: Db, member: Member, taskId: string): Promise<TaskRow | null> {
  const visible = withNames(fromVisibleTasks(db, member), member);
  return (await visible.where('tasks.id', '=', taskId).executeTakeFirst()) ?? null;
}

/** A task that the member has just written, even if that removed it from their scope. */
export async function getWrittenTaskRow(db: Db, member: Member, taskId: string): Promise<TaskRow> {
  return withNames(fromTasks(db, member), member).where('tasks.id', '=', taskId).executeTakeFirstOrThrow();
}

/** The days that bound the groups of a list, as calendar dates. */
export type DueDays = { today: string; tomorrow: string; in7Days: string };

/** Open tasks that match, by when they are due, and all that match by status. */
export async function countByGroup(
  db: Db,
  member: Member,
  { filter, days: { today, tomorrow, in7Days } }: { filter: TaskFilter; days: DueDays },
): Promise<Pick<TaskTotals, 'due' | 'status'>> {
  const group = sql<DueGroup>`CASE WHEN tasks.due_date IS NULL THEN 'none' WHEN tasks.due_date < ${today} THEN 'overdue'
    WHEN tasks.due_date = ${today} THEN 'today' WHEN tasks.due_date = ${tomorrow} THEN 'tomorrow'
    WHEN tasks.due_date <= ${in7Days} THEN 'next7Days' ELSE 'later' END`;
  const rows = await fromTasks(db, member)
    .select(['tasks.status', group.as('due'), sql<number>`count(*)::int`.as('count')])
    .where(await matchesTasks(db, member, filter))
    // By position, because a repeated expression would get its own parameters for the days, and so not be the same.
    .groupBy([sql`1`, sql`2`])
    .execute();
  const due = { overdue: 0, today: 0, tomorrow: 0, next7Days: 0, later: 0, none: 0 };
  const status: Record<TaskStatus, number> = { open: 0, in_progress: 0, waiting: 0, done: 0 };
  for (const row of rows) {
    status[row.status] += row.count;
    if (row.status !== 'done') due[row.due] += row.count;
  }
  return { due, status };
}

/** How many matching tasks are due on each day that has any. */
export async function countByDay(db: Db, member: Member, filter: TaskFilter): Promise<TaskTotals['days']> {
  const rows = await fromTasks(db, member)
    .select(['tasks.due_date', sql<number>`count(*)::int`.as('count')])
    .where(await matchesTasks(db, member, filter))
    .where('tasks.due_date', 'is not', null)
    .groupBy('tasks.due_date')
    .orderBy('tasks.due_date')
    .execute();
  return rows.flatMap(({ due_date, count }) => (due_date === null ? [] : [{ date: due_date, count }]));
}
