import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactElement, Suspense } from 'react';
import { PagedPanel, LoadMore } from '#shared/lists/paged-panel.tsx';
import { useLoadUntilFound, useHashTarget } from '#shared/lists/use-hash-target.ts';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import styles from './task-list.module.css';
import { recordTasksQuery } from './tasks.queries.ts';
import type { Task } from '@handover/contract/tasks/tasks.ts';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { TaskFacts } from './task-facts.tsx';
import { useTaskMutations } from './use-task-mutations.ts';

/** The open tasks of a record by due date, with completed tasks on request. */
export default function TaskList({ of }: { of: RecordRef }): ReactElement {
  const [isDoneShown, setDoneShown] = useState(false);
  return (
    <div className={styles['lists']}>
      <Tasks of={of} status="open" />
      <Button
        variant="text"
        color="inherit"
        aria-expanded={isDoneShown}
        className={styles['toggle'] ?? ''}
        onClick={() => setDoneShown(!isDoneShown)}
      >
        {isDoneShown ? 'Hide done tasks' : 'Show done tasks'}
      </Button>
      {isDoneShown && <Tasks of={of} status="done" />}
    </div>
  );
}

const emptyTexts = {
  open: {
    icon: 'solar:checklist-minimalistic-bold-duotone',
    title: 'No open tasks',
    text: 'Create one above.',
  },
  done: { icon: 'solar:checklist-minimalistic-bold-duotone', title: 'No completed tasks' },
} as const;

function Tasks({ of, status }: { of: RecordRef; status: 'open' | 'done' }): ReactElement {
  const query = useInfiniteQuery(recordTasksQuery(of, status));
  const tasks = query.data?.pages.flatMap((page) => page.tasks) ?? [];
  useLoadUntilFound('task', { query, items: tasks });
  return (
    <PagedPanel
      query={query}
      count={tasks.length}
      empty={emptyTexts[status]}
      failed="The tasks could not be loaded"
    >
      <ul className={styles['list']} aria-label={status === 'open' ? 'Open tasks' : 'Done tasks'}>
        {tasks.map((task) => (
          <TaskItem key={task.id} task={task} />
        ))}
      </ul>
      <LoadMore query={query} shown={tasks.length} total={query.data?.pages[0]?.total ?? tasks.length} />
    </PagedPanel>
  );
}

const TaskDialog = lazyRecordForm(async () => (await import('./tasks.form.tsx')).taskForm);

/** A task with its checkbox, its due date relative to the workspace's current day, and its actions. */
export function TaskItem({ task }: { task: Task }): ReactElement {
  const [isEditing, setEditing] = useState(useHasDraft(`task:${task.id}`));
  const mutations = useTaskMutations(task);
  const { ref, isTarget } = useHashTarget<HTMLLIElement>(`task-${task.id}`);
  const isDone = task.status === 'done';
  return (
    <li ref={ref} className={styles['task']} data-target={isTarget || undefined}>
      <input
        type="checkbox"
        className={styles['box']}
        aria-label={`Done: ${task.title}`}
        checked={isDone}
        aria-busy={mutations.isPending}
        onChange={mutations.toggle}
      />
      <div className={styles['text']}>
        <p className={classNames(styles['title'], isDone && styles['done'])}>{task.title}</p>
        {task.description !== null && <p className={styles['description']}>{task.description}</p>}
        <TaskFacts task={task} />
      </div>
      <MenuButton
        isIconOnly
        label={`Actions for ${task.title}`}
        actions={[
          { label: 'Edit', icon: 'solar:pen-linear', onSelect: () => setEditing(true) },
          {
            label: 'Move to trash',
            icon: 'solar:trash-bin-trash-linear',
            isDangerous: true,
            onSelect: mutations.remove,
          },
        ]}
      />
      {isEditing && (
        <Suspense>
          <TaskDialog record={task} maxWidth="sm" onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </li>
  );
}
