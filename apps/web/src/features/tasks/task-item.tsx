import type { Task } from '@handover/contract/tasks.ts';
import { Suspense, useState, type ReactElement } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { useHashTarget } from '#shared/lists/use-hash-target.ts';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { TaskFacts } from './task-facts.tsx';
import styles from './task-item.module.css';
import { useTaskMutations } from './use-task-mutations.ts';

const TaskDialog = lazyRecordForm(async () => (await import('./tasks.form.tsx')).taskForm);

/** A task with its box to tick, its due date seen from the workspace's today, and its actions. */
export function TaskItem({ task }: { task: Task }): ReactElement {
  const [isEditing, setEditing] = useState(useHasDraft(`task:${task.id}`));
  const acts = useTaskMutations(task);
  const { ref, isTarget } = useHashTarget<HTMLLIElement>(`task-${task.id}`);
  const isDone = task.status === 'done';
  return (
    <li ref={ref} className={styles['task']} data-target={isTarget || undefined}>
      <input
        type="checkbox"
        className={styles['box']}
        aria-label={`Done: ${task.title}`}
        checked={isDone}
        aria-busy={acts.isPending}
        onChange={acts.toggle}
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
          { label: 'Delete', icon: 'solar:trash-bin-trash-linear', isDangerous: true, onSelect: acts.remove },
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
