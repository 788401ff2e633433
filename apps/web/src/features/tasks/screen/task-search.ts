import { openTaskStatuses, taskStatuses, type TaskStatus } from '@handover/contract/task-rules.ts';
import { taskPriorities, type Task } from '@handover/contract/tasks.ts';
import type { TaskQuery } from '../tasks.queries.ts';

export const taskViews = ['list', 'board', 'calendar'] as const;
export type TaskView = (typeof taskViews)[number];

/** The filters as the address carries them: the API's own names, one text each. */
export interface TaskFilter {
  readonly q?: string | undefined;
  /** A member's id, `me`, or `none`. */
  readonly assigneeId?: string | undefined;
  readonly priority?: Task['priority'] | undefined;
  /** Without one: everything that is not done. The board has a column for each instead. */
  readonly status?: TaskStatus | undefined;
  readonly customerId?: string | undefined;
  readonly businessId?: string | undefined;
  readonly dueFrom?: string | undefined;
  readonly dueTo?: string | undefined;
}

/** The state of the screen; all of it stands in the address. */
export interface TaskSearch {
  readonly view: TaskView;
  readonly filter: TaskFilter;
  /** `YYYY-MM` of the calendar; null for the current one. */
  readonly month: string | null;
  /** The day whose tasks stand below the calendar. */
  readonly day: string | null;
}

const names = [
  'q',
  'assigneeId',
  'priority',
  'status',
  'customerId',
  'businessId',
  'dueFrom',
  'dueTo',
] as const;
export type FilterName = (typeof names)[number];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads the state from the address. What the contract would refuse is left out, so an old or mistyped link still opens. */
export function readSearch(params: URLSearchParams): TaskSearch {
  const month = params.get('month') ?? '';
  return {
    view: taskViews.find((name) => name === params.get('view')) ?? 'list',
    filter: readFilter(params),
    month: isDate(`${month}-01`) ? month : null,
    day: dateOf(params, 'day') ?? null,
  };
}

/** Writes the state into the address, keeping parameters of others. */
export function writeSearch(
  params: URLSearchParams,
  { view, filter, month, day }: TaskSearch,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const isCalendar = view === 'calendar';
  // Another layout does not continue the page that the list was on.
  for (const name of ['cursor', 'page']) next.delete(name);
  const all: Record<string, string | null | undefined> = {
    ...Object.fromEntries(names.map((name) => [name, filter[name]])),
    view: view === 'list' ? null : view,
    month: isCalendar ? month : null,
    day: isCalendar ? day : null,
  };
  for (const [name, value] of Object.entries(all)) {
    if (value === null || value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** What list and calendar ask for: what is not done, unless a status is chosen. */
export function queryOf({ status, ...filter }: TaskFilter): TaskQuery {
  const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return { ...asked, status: status === undefined ? [...openTaskStatuses] : [status] };
}

function readFilter(params: URLSearchParams): TaskFilter {
  const idOf = (name: FilterName): string | undefined => {
    const value = params.get(name) ?? '';
    return uuid.test(value) ? value : undefined;
  };
  const q = (params.get('q') ?? '').slice(0, 200).trim();
  return {
    ...(q !== '' && { q }),
    assigneeId: ['me', 'none'].find((name) => name === params.get('assigneeId')) ?? idOf('assigneeId'),
    priority: taskPriorities.find((name) => name === params.get('priority')),
    status: taskStatuses.find((name) => name === params.get('status')),
    customerId: idOf('customerId'),
    businessId: idOf('businessId'),
    dueFrom: dateOf(params, 'dueFrom'),
    dueTo: dateOf(params, 'dueTo'),
  };
}

function dateOf(params: URLSearchParams, name: string): string | undefined {
  const value = params.get(name) ?? '';
  return isDate(value) ? value : undefined;
}

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const instant = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(value);
}
