import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { updateTask, type listTasks, type Task } from '@handover/contract/tasks/tasks.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { getClientTasksPath, getDueTasksPath } from './dashboard.queries.ts';
import { Section } from './attention-sections.tsx';
import styles from './today.module.css';

/** The user's due tasks. One click completes a task, another reopens it. */
export function TasksSection({ page }: { page: ResponseOf<typeof listTasks> }): ReactElement {
  const { id, today } = useUser();
  return (
    <Section
      icon="solar:checklist-minimalistic-bold-duotone"
      title="Your tasks due"
      count={page.total ?? page.tasks.length}
      to={getDueTasksPath({ id, today })}
    >
      <ul className={styles['rows']}>
        {page.tasks.map((task) => (
          <TaskRow key={task.id} task={task} today={today} />
        ))}
      </ul>
    </Section>
  );
}

/** Client tasks that are due soon, so that brokers can follow up. Clients complete them themselves. */
export function ClientTasksSection({
  page,
  dueTo,
}: {
  page: ResponseOf<typeof listTasks>;
  dueTo: string;
}): ReactElement {
  const { today } = useUser();
  return (
    <Section
      icon="solar:user-check-rounded-bold-duotone"
      title="Client tasks due soon"
      count={page.total ?? page.tasks.length}
      to={getClientTasksPath(dueTo)}
    >
      <ul className={styles['rows']}>
        {page.tasks.map((task) => (
          <li key={task.id} className={styles['row']}>
            <div className={styles['text']}>
              <Link className={styles['main']} to={`/admin/tasks?task=${task.id}`}>
                {task.title}
              </Link>
              <TaskRecord task={task} />
            </div>
            <TaskDue task={task} today={today} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function TaskRow({ task, today }: { task: Task; today: string }): ReactElement {
  const { finish, isPending } = useFinish(task);
  return (
    <li className={styles['row']}>
      <input
        type="checkbox"
        className={styles['box']}
        aria-label={`Done: ${task.title}`}
        checked={isPending}
        aria-busy={isPending}
        onChange={() => !isPending && finish()}
      />
      <div className={styles['text']}>
        <span className={styles['main']}>{task.title}</span>
        <TaskRecord task={task} />
      </div>
      <TaskDue task={task} today={today} />
    </li>
  );
}

/** A link to the customer of a task, or else to its business. */
function TaskRecord({ task: { id, customer, business } }: { task: Task }): ReactElement | null {
  if (customer !== null)
    return (
      <Link className={styles['link']} to={`/admin/users/view/${customer.id}?tab=tasks#task-${id}`}>
        {customer.name}
      </Link>
    );
  if (business === null) return null;
  return (
    <Link className={styles['link']} to={`/admin/business-center/businesses/${business.id}`}>
      {business.name}
    </Link>
  );
}

function TaskDue({ task: { priority, dueDate }, today }: { task: Task; today: string }): ReactElement {
  return (
    <span className={classNames(styles['end'], styles['labels'])}>
      {priority === 'high' && <StatusLabel tone="warning">High priority</StatusLabel>}
      {dueDate !== null && dueDate < today ? (
        <StatusLabel tone="error">Due {formatDate(dueDate)}</StatusLabel>
      ) : (
        <span>{dueDate === null || dueDate === today ? 'Today' : formatDate(dueDate)}</span>
      )}
    </span>
  );
}

function useFinish(task: Task): { finish: () => void; isPending: boolean } {
  const toasts = useToasts();
  const refresh = useRefresh();
  const params = { id: task.id };
  const onSettled = (): void => refresh({ noun: 'task', customerId: task.customer?.id ?? null });
  const onError = (error: Error): void => toasts.failed(getErrorMessage(error));
  const reopen = useMutation({
    mutationFn: (version: number) => send(updateTask, { params, body: { version, status: task.status } }),
    onError,
    onSettled,
  });
  const finish = useMutation({
    mutationFn: () => send(updateTask, { params, body: { version: task.version, status: 'done' } }),
    onSuccess: ({ task: { version } }) => toasts.undoable('Task completed', () => reopen.mutate(version)),
    onError,
    onSettled,
  });
  return { finish: () => finish.mutate(), isPending: finish.isPending || finish.isSuccess };
}
