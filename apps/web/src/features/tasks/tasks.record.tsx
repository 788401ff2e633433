import { capitalize } from '@handover/domain/text/letter-case.ts';
import { addDays } from '@handover/domain/calendar-dates.ts';
import { openTaskStatuses } from '@handover/contract/tasks/task-rules.ts';
import {
  exportTasks,
  getTaskTotals,
  countTasks,
  listTasks,
  taskFilter,
  taskFilters,
  taskSort,
  type Task,
  type TaskSortKey,
} from '@handover/contract/tasks/tasks.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { send } from '#shared/api/client.ts';
import { CustomerChip, CustomerFilter } from '#shared/customers/customer-filter.tsx';
import { MemberOptions, membersQuery } from '#shared/members/member-options.tsx';
import {
  defineRecordList,
  parseInput,
  type BulkAction,
  type ChipProps,
  type FixedView,
  createTrashActions,
} from '#shared/records/list/record-list.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { getDueGroup, getNextMonday } from './due.ts';
import { DoneButton, TaskMenu } from './task-row.tsx';
import { RepeatMark, TaskDue } from './task-facts.tsx';
import { priorityNames, formatRecurrence, formatReminder, statusNames } from './task-labels.ts';

const priorityTones = { low: 'neutral', normal: 'neutral', high: 'warning' } as const;

function AssigneeChip({ value, onRemove }: ChipProps): ReactElement {
  const user = useUser();
  const { data: members } = useQuery(membersQuery());
  const name = members?.find(({ id }) => id === value)?.displayName ?? 'A former member';
  const isOwn = value === 'me' || value === user.id;
  return (
    <RemovableChip label={isOwn ? 'Mine' : value === 'none' ? 'Unassigned' : name} onRemove={onRemove} />
  );
}

const bulkActions: readonly BulkAction[] = [
  { action: 'complete', label: 'Done', isPromoted: true, doing: 'Completing', done: 'completed' },
  {
    action: 'setDueDate',
    label: 'To tomorrow',
    isPromoted: true,
    values: ({ today }) => ({ dueDate: addDays(today, 1) }),
    doing: 'Rescheduling',
    done: 'rescheduled',
  },
  {
    action: 'setDueDate',
    label: 'To next week',
    isPromoted: true,
    values: ({ today }) => ({ dueDate: getNextMonday(today) }),
    doing: 'Rescheduling',
    done: 'rescheduled',
  },
  {
    action: 'assign',
    label: 'Assign',
    isPromoted: true,
    values: { assigneeId: null },
    ask: {
      title: (many) => `Assign ${many}`,
      confirmLabel: 'Assign',
      field: { kind: 'member', name: 'assigneeId', label: 'Assigned to', emptyLabel: 'Unassigned' },
    },
    doing: 'Assigning',
    done: 'assigned',
  },
  {
    action: 'setDueDate',
    label: 'Set due date',
    values: { dueDate: null },
    ask: {
      title: (many) => `Set the due date for ${many}`,
      confirmLabel: 'Set due date',
      text: 'Leave it empty to remove the due dates.',
      field: { kind: 'date', name: 'dueDate', label: 'Due' },
    },
    doing: 'Rescheduling',
    done: 'rescheduled',
  },
  {
    action: 'setPriority',
    label: 'Set priority',
    values: { priority: 'normal' },
    ask: {
      title: (many) => `Set the priority for ${many}`,
      confirmLabel: 'Set priority',
      field: {
        kind: 'choice',
        name: 'priority',
        label: 'Priority',
        choices: { normal: 'Normal', high: 'High', low: 'Low' },
      },
    },
    doing: 'Setting priorities',
    done: 'updated',
  },
  { action: 'reopen', label: 'Reopen', doing: 'Reopening', done: 'reopened' },
  ...createTrashActions(),
];

/** The list of tasks. Without a status, it shows the open tasks, grouped by due date. */
export const taskList = defineRecordList<Task, typeof taskFilters, TaskSortKey>({
  recordType: 'task',
  nouns: ['task', 'tasks'],
  searchFields: 'task or details',
  filterSchemas: taskFilters,
  sortSchema: taskSort,
  defaultSort: 'dueDate',
  sortFor({ status, q }) {
    if (status === 'done') return '-completedAt';
    // Search results keep the grouping by due date.
    return q === undefined ? null : 'dueDate';
  },
  sortNames: {
    dueDate: 'Due date, earliest first',
    '-dueDate': 'Due date, latest first',
    title: 'Task, A to Z',
    '-title': 'Task, Z to A',
    '-priority': 'Highest priority first',
    priority: 'Lowest priority first',
    '-createdAt': 'Newest first',
    createdAt: 'Oldest first',
  },
  pageSizes: [25, 50],
  completeFilter: (filter) =>
    filter['status'] === undefined && filter['deleted'] === undefined
      ? { ...filter, status: openTaskStatuses }
      : filter,
  async fetchPage(query, signal) {
    const { tasks, ...page } = await send(
      listTasks,
      { query: parseInput(listTasks.query, query) },
      { signal },
    );
    return { ...page, rows: tasks };
  },
  fetchTotal: (query, signal) => send(countTasks, { query: parseInput(countTasks.query, query) }, { signal }),
  form: async () => (await import('./tasks.form.tsx')).taskForm,
  nameOf: ({ title }) => title,
  linkTo: ({ id }) => `/admin/tasks?task=${id}`,
  picture: (task) => <DoneButton task={task} />,
  isDone: ({ status }) => status === 'done',
  mark: ({ recurrence }) => recurrence !== null && <RepeatMark recurrence={recurrence} />,
  rowActions: (task) => <TaskMenu task={task} />,
  grouping: {
    labels: {
      overdue: 'Overdue',
      today: 'Today',
      tomorrow: 'Tomorrow',
      next7Days: 'Next 7 days',
      later: 'Later',
      none: 'No date',
      done: 'Done',
    },
    isGrouped: ({ filter, sort }) => filter['deleted'] === undefined && (sort === null || sort === 'dueDate'),
    groupOf: ({ status, dueDate }, { today }) => (status === 'done' ? 'done' : getDueGroup(dueDate, today)),
    async fetchTotals(filter, signal) {
      const { totals } = await send(getTaskTotals, { query: parseInput(taskFilter, filter) }, { signal });
      return { ...totals.due, done: totals.status.done };
    },
  },
  name: { key: 'title', header: 'Task', width: 340, sort: 'title' },
  columns: [
    {
      key: 'dueDate',
      header: 'Due',
      width: 150,
      sort: 'dueDate',
      card: 'badge',
      cell: (task) => <TaskDue task={task} />,
      edit: 'dueDate',
    },
    {
      key: 'priority',
      header: 'Priority',
      width: 100,
      sort: 'priority',
      cell: ({ priority }) =>
        priority !== 'normal' && (
          <StatusLabel tone={priorityTones[priority]}>{priorityNames[priority]}</StatusLabel>
        ),
      edit: 'priority',
    },
    {
      key: 'customer',
      header: 'Customer',
      width: 170,
      card: 'detail',
      text: ({ customer }) => customer?.name,
      cell: ({ customer }) =>
        customer !== null && (
          <Link to={`/admin/users/view/${customer.id}`} dir="auto">
            {customer.name}
          </Link>
        ),
    },
    {
      key: 'assignee',
      header: 'Assigned to',
      width: 150,
      card: 'end',
      text: ({ assignee }) => assignee?.displayName ?? 'Unassigned',
      edit: 'assigneeId',
    },
    {
      key: 'status',
      header: 'Status',
      width: 120,
      card: 'status',
      cell: ({ status }) => (
        <StatusLabel tone={status === 'open' ? 'neutral' : status === 'done' ? 'success' : 'info'}>
          {statusNames[status]}
        </StatusLabel>
      ),
      edit: 'status',
    },
    {
      key: 'business',
      header: 'Business',
      width: 180,
      text: ({ business }) => business?.name,
      cell: ({ business }) =>
        business !== null && (
          <Link to={`/admin/business-center/businesses/${business.id}`} dir="auto">
            {business.name}
          </Link>
        ),
    },
    {
      key: 'recurrence',
      header: 'Repeats',
      width: 160,
      card: 'detail',
      text: ({ recurrence }) => recurrence && capitalize(formatRecurrence(recurrence)),
    },
    {
      key: 'audience',
      header: 'Type',
      width: 110,
      cell: ({ audience }) => audience === 'client' && <StatusLabel tone="info">Client task</StatusLabel>,
    },
    {
      key: 'reminder',
      header: 'Reminder',
      width: 190,
      isOptional: true,
      text: (task) => capitalize(formatReminder(task) ?? ''),
    },
    {
      key: 'createdAt',
      header: 'Created',
      width: 140,
      sort: 'createdAt',
      isOptional: true,
      cell: ({ createdAt }, { timeZone }) => <RelativeTime time={createdAt} timeZone={timeZone} />,
    },
    {
      key: 'completedAt',
      header: 'Completed',
      width: 140,
      sort: 'completedAt',
      isOptional: true,
      cell: ({ completedAt }, { timeZone }) =>
        completedAt !== null && <RelativeTime time={completedAt} timeZone={timeZone} />,
    },
  ],
  filters: {
    assigneeId: {
      control: 'options',
      label: 'Assigned to',
      isPromoted: true,
      options: (value) => (
        <>
          <option value="me">Mine</option>
          <option value="none">Unassigned</option>
          <MemberOptions value={value === 'me' ? undefined : value} />
        </>
      ),
      Chip: AssigneeChip,
    },
    priority: { control: 'choice', label: 'Priority', isPromoted: true, choices: priorityNames },
    status: {
      control: 'choice',
      label: 'Status',
      isPromoted: true,
      anyLabel: 'not done',
      choices: statusNames,
    },
    audience: {
      control: 'choice',
      label: 'Type',
      choices: { client: 'Client tasks', staff: 'Staff tasks' },
    },
    customerId: {
      control: 'record',
      label: 'Customer',
      Picker: (props) => <CustomerFilter label="Customer" {...props} />,
      Chip: CustomerChip,
    },
    businessId: { control: 'link', label: 'Business', chip: () => 'Selected business' },
    dealId: { control: 'link', label: 'Deal', chip: () => 'Selected deal' },
    dueFrom: { control: 'date', label: 'Due from', chip: (day) => `Due from ${formatDate(day)}` },
    dueTo: { control: 'date', label: 'Due through', chip: (day) => `Due through ${formatDate(day)}` },
    withoutDueDate: {
      control: 'flag',
      label: 'Due date',
      choices: { true: 'No due date', false: 'With a due date' },
    },
    deleted: { control: 'link', label: 'Trash', chip: () => 'In the trash' },
  },
  quickFilters: [
    { label: 'Mine', name: 'assigneeId', value: 'me' },
    { label: 'Client tasks', name: 'audience', value: 'client' },
  ],
  fixedViews: (): FixedView[] => [
    { name: 'Open', filter: {} },
    { name: 'Done', filter: { status: 'done' } },
    { name: 'Trash', filter: { deleted: 'true' } },
  ],
  empty: {
    icon: 'solar:checklist-minimalistic-bold-duotone',
    title: 'No tasks',
    text: 'Add a task above, or from a customer’s record.',
  },
  bulkActions,
  exportRows: (selection, sort) =>
    send(exportTasks, { body: parseInput(exportTasks.body, { ...selection, sort }) }),
});
