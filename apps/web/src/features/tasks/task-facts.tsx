import type { Task } from '@handover/contract/tasks/tasks.ts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatFullTime } from '@handover/ui/parts/time-text.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { getDueLabel } from './due.ts';
import styles from './task-facts.module.css';
import { formatRecurrence, formatReminder, statusNames } from './task-labels.ts';

interface TaskFactsProps {
  task: Task;
  /** Whether to name the records that the task is about. */
  isLinked?: boolean;
  /** False if the position of the task already shows the status. */
  isStatusShown?: boolean;
}

/** The main facts of a task. */
export function TaskFacts({ task, isLinked = false, isStatusShown = true }: TaskFactsProps): ReactElement {
  return (
    <div className={styles['facts']}>
      {isLinked && <TaskLinks task={task} />}
      <TaskDue task={task} />
      {isStatusShown && (task.status === 'in_progress' || task.status === 'waiting') && (
        <StatusLabel tone="info">{statusNames[task.status]}</StatusLabel>
      )}
      {task.priority === 'high' && <StatusLabel tone="warning">High priority</StatusLabel>}
      {task.priority === 'low' && <span>Low priority</span>}
      {task.audience === 'client' && <StatusLabel tone="info">Client task</StatusLabel>}
      <RequestedDocuments task={task} />
      <span>{task.assignee?.displayName ?? 'Unassigned'}</span>
      <TaskPlan task={task} />
    </div>
  );
}

/** The progress of the documents that complete a task, with a link to them. */
function RequestedDocuments({ task: { requests, business } }: { task: Task }): ReactElement | null {
  if (requests.length === 0 || business === null) return null;
  const verified = requests.filter(({ state }) => state === 'verified').length;
  return (
    <Link
      className={styles['link']}
      to={`/admin/business-center/businesses/${business.id}?tab=room`}
    >{`${String(verified)} of ${String(requests.length)} ${requests.length === 1 ? 'document' : 'documents'} verified`}</Link>
  );
}

function TaskLinks({ task: { customer, business } }: { task: Task }): ReactElement {
  return (
    <>
      {customer !== null && (
        <Link dir="auto" className={styles['link']} to={`/admin/users/view/${customer.id}`}>
          {customer.name}
        </Link>
      )}
      {business !== null && (
        <Link dir="auto" className={styles['link']} to={`/admin/business-center/businesses/${business.id}`}>
          {business.name}
        </Link>
      )}
    </>
  );
}

/** The due date of an open task, relative to the workspace's current day. */
export function TaskDue({ task }: { task: Task }): ReactElement | null {
  const { today } = useUser();
  if (task.dueDate === null || task.status === 'done') return null;
  const { text, tone } = getDueLabel(task.dueDate, today);
  return tone === 'neutral' ? <span>{text}</span> : <StatusLabel tone={tone}>{text}</StatusLabel>;
}

/** An icon that marks a recurring task where space is limited. */
export function RepeatMark({ recurrence }: { recurrence: NonNullable<Task['recurrence']> }): ReactElement {
  const text = `Repeats ${formatRecurrence(recurrence)}`;
  return (
    <span title={text}>
      <Icon name="solar:refresh-linear" size={16} />
      <span className="sr-only">{text}</span>
    </span>
  );
}

function TaskPlan({ task }: { task: Task }): ReactElement {
  const { timeZone } = useUser();
  const { recurrence, remindsAt } = task;
  return (
    <>
      {recurrence !== null && (
        <span className={styles['plan']}>
          <Icon name="solar:refresh-linear" size={16} />
          Repeats {formatRecurrence(recurrence)}
        </span>
      )}
      {remindsAt !== null && (
        <span className={styles['plan']} title={formatFullTime(new Date(remindsAt), timeZone)}>
          <Icon name="solar:alarm-linear" size={16} />
          Reminder {formatReminder(task)}
        </span>
      )}
    </>
  );
}
