import type { DueGroup, ListTasksQuery, TaskFilter, TaskTotals } from '@handover/contract/tasks.ts';
import type { TaskStatus } from '@handover/contract/task-rules.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Position } from '#lib/pagination.ts';
import type { Member } from '#platform/session/actor.ts';
import { fromTasks, fromVisibleTasks, matchesFilter, visibleBusinessName } from './task-filter.queries.ts';

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
  'tasks.business_id',
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
  'customers.name as customer_name',
  'task_reminders.fires_at as reminds_at',
] as const;

function withNames(tasks: ReturnType<typeof fromTasks>, member: Member) {
  return tasks
    .innerJoin('users as creators', 'creators.id', 'tasks.created_by')
    .leftJoin('users as assignees', 'assignees.id', 'tasks.assignee_id')
    .leftJoin('task_reminders', 'task_reminders.task_id', 'tasks.id')
    .select(columns)
    .select(visibleBusinessName(member).as('business_name'));
}

export type TaskSlice = {
  filter: TaskFilter;
  sort: ListTasksQuery['sort'];
  after: Position | null;
  limit: number;
};

const orders = {
  dueDate: { key: 'tasks.due_sort', isDescending: false },
  '-createdAt': { key: 'tasks.created_at', isDescending: true },
  '-completedAt': { key: 'tasks.completed_at', isDescending: true },
} as const satisfies Record<ListTasksQuery['sort'], unknown>;

/** Tasks the member may see: by due date (undated last), newest first, or, of those done, last done first. */
export function listTaskRows(db: Db, member: Member, { filter, sort, after, limit }: TaskSlice) {
  const { key, isDescending } = orders[sort];
  const comparison = isDescending ? sql`<` : sql`>`;
  const direction = isDescending ? 'desc' : 'asc';
  let query = withNames(fromVisibleTasks(db, member), member).where(matchesFilter(filter, member));
  if (sort === '-completedAt') query = query.where('tasks.completed_at', 'is not', null);
  if (after !== null)
    query = query.where(sql<boolean>`(${sql.ref(key)}, tasks.id) ${comparison} (${after[0]}, ${after[1]})`);
  return query.orderBy(key, direction).orderBy('tasks.id', direction).limit(limit).execute();
}

export type TaskRow = Awaited<ReturnType<typeof listTaskRows>>[number];

/** How many tasks `listTaskRows` goes through. */
export async function countTasks(
  db: Db,
  member: Member,
  { filter, sort }: Pick<TaskSlice, 'filter' | 'sort'>,
): Promise<number> {
  let query = fromVisibleTasks(db, member)
    .select(sql<number>`count(*)::int`.as('count'))
    .where(matchesFilter(filter, member));
  if (sort === '-completedAt') query = query.where('tasks.completed_at', 'is not', null);
  return (await query.executeTakeFirstOrThrow()).count;
}

/** A task the member may see, deleted ones included; null otherwise. */
export async function findTaskRow(db: Db, member: Member, taskId: string): Promise<TaskRow | null> {
  const visible = withNames(fromVisibleTasks(db, member), member);
  return (await visible.where('tasks.id', '=', taskId).executeTakeFirst()) ?? null;
}

/** A task that the member has just written, also where that took it out of their sight. */
export async function getWrittenTaskRow(db: Db, member: Member, taskId: string): Promise<TaskRow> {
  return withNames(fromTasks(db, member), member).where('tasks.id', '=', taskId).executeTakeFirstOrThrow();
}

/** The days that bound the groups of a list, as calendar dates. */
export type DueDays = { today: string; tomorrow: string; weekEnd: string };

/** Open tasks that match, by when they are due, and all that match by status. */
export async function countByGroup(
  db: Db,
  member: Member,
  { filter, days: { today, tomorrow, weekEnd } }: { filter: TaskFilter; days: DueDays },
): Promise<Pick<TaskTotals, 'due' | 'status'>> {
  const group = sql<DueGroup>`CASE WHEN tasks.due_date IS NULL THEN 'none' WHEN tasks.due_date < ${today} THEN 'overdue'
    WHEN tasks.due_date = ${today} THEN 'today' WHEN tasks.due_date = ${tomorrow} THEN 'tomorrow'
    WHEN tasks.due_date <= ${weekEnd} THEN 'thisWeek' ELSE 'later' END`;
  const rows = await fromVisibleTasks(db, member)
    .select(['tasks.status', group.as('due'), sql<number>`count(*)::int`.as('count')])
    .where(matchesFilter(filter, member))
    // By position, since the bound days of the expression would make it another one.
    .groupBy([sql`1`, sql`2`])
    .execute();
  const due = { overdue: 0, today: 0, tomorrow: 0, thisWeek: 0, later: 0, none: 0 };
  const status: Record<TaskStatus, number> = { open: 0, in_progress: 0, waiting: 0, done: 0 };
  for (const row of rows) {
    status[row.status] += row.count;
    if (row.status !== 'done') due[row.due] += row.count;
  }
  return { due, status };
}

/** How many matching tasks are due on each day that has any. */
export async function countByDay(db: Db, member: Member, filter: TaskFilter): Promise<TaskTotals['days']> {
  const rows = await fromVisibleTasks(db, member)
    .select(['tasks.due_date', sql<number>`count(*)::int`.as('count')])
    .where(matchesFilter(filter, member))
    .where('tasks.due_date', 'is not', null)
    .groupBy('tasks.due_date')
    .orderBy('tasks.due_date')
    .execute();
  return rows.flatMap(({ due_date, count }) => (due_date === null ? [] : [{ date: due_date, count }]));
}
