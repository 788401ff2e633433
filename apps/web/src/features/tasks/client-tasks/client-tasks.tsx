import type { Task } from '@handover/contract/tasks/tasks.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { EmptyState } from '@handover/ui/states/state-panel.tsx';
import { PagedPanel, LoadMore } from '#shared/lists/paged-panel.tsx';
import { useHashTarget } from '#shared/lists/use-hash-target.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { getDueLabel } from '../due.ts';
import { clientTasksQuery, useFinishTask } from './client-tasks.queries.ts';
import styles from './client-tasks.module.css';

const ClientTaskAnswer = lazy(() => import('./client-task-answer.tsx'));

const nothing = {
  icon: 'solar:check-circle-bold-duotone',
  title: 'No tasks yet',
  text: 'Tasks from your broker will appear here.',
} as const;

/** The client's tasks, completed or reopened with one click. */
export function ClientTasks({
  customerId,
  canAnswer = true,
}: {
  customerId: string;
  canAnswer?: boolean;
}): ReactElement {
  const query = useInfiniteQuery(clientTasksQuery(customerId));
  const answer = useFinishTask(customerId);
  const tasks = query.data?.pages.flatMap((page) => page.tasks) ?? [];
  return (
    <PagedPanel query={query} count={tasks.length} empty={nothing} failed="Your tasks could not be loaded">
      <ClientTaskList
        tasks={tasks}
        onDone={canAnswer ? answer.finish : null}
        isPending={answer.isPending}
        {...(canAnswer && { customerId })}
      />
      <LoadMore query={query} shown={tasks.length} total={query.data?.pages[0]?.total ?? tasks.length} />
    </PagedPanel>
  );
}

interface ClientTaskListProps {
  tasks: readonly Task[];
  /** Null for viewers who can only read. */
  onDone: ((task: Task) => void) | null;
  isPending: boolean;
  /** The customer for whom files and replies are sent. Without one, nothing can be sent. */
  customerId?: string;
}

/** The tasks with checkboxes, or a message if there are none. */
export function ClientTaskList({ tasks, onDone, isPending, customerId }: ClientTaskListProps): ReactElement {
  if (tasks.length === 0) return <EmptyState {...nothing} />;
  return (
    <ul className={styles['tasks']}>
      {tasks.map((task) => (
        <ClientTask
          key={task.id}
          task={task}
          onDone={onDone === null ? null : () => onDone(task)}
          isPending={isPending}
          customerId={task.requestsFiles ? customerId : undefined}
        />
      ))}
    </ul>
  );
}

interface ClientTaskProps {
  task: Task;
  onDone: (() => void) | null;
  isPending: boolean;
  /** Set if files or a reply can be sent. */
  customerId: string | undefined;
}

function ClientTask({ task, onDone, isPending, customerId }: ClientTaskProps): ReactElement {
  const { today } = useUser();
  const { ref, isTarget } = useHashTarget<HTMLLIElement>(`task-${task.id}`);
  const due = task.dueDate === null ? null : getDueLabel(task.dueDate, today);
  return (
    <li ref={ref} className={styles['task']} data-target={isTarget || undefined}>
      {onDone === null ? (
        <span className={styles['icon']}>
          <Icon name="solar:checklist-minimalistic-linear" size={24} />
        </span>
      ) : customerId === undefined ? (
        <input
          type="checkbox"
          className={styles['box']}
          aria-label={`Done: ${task.title}`}
          checked={false}
          aria-busy={isPending}
          onChange={() => !isPending && onDone()}
        />
      ) : (
        <span className={styles['icon']}>
          <Icon name="solar:paperclip-linear" size={24} />
        </span>
      )}
      <div className={styles['text']}>
        <p className={styles['title']}>{task.title}</p>
        {task.description !== null && <p className={styles['description']}>{task.description}</p>}
        {due !== null && (
          <p className={styles['due']}>
            {due.tone === 'neutral' ? (
              `By ${due.text}`
            ) : (
              <StatusLabel tone={due.tone}>{due.text}</StatusLabel>
            )}
          </p>
        )}
        {customerId !== undefined && (
          <Suspense>
            <ClientTaskAnswer task={task} customerId={customerId} />
          </Suspense>
        )}
      </div>
    </li>
  );
}
