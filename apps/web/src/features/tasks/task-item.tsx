import type { Task } from '@handover/contract/tasks.ts';
import { useState, type ReactElement } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { useHashTarget } from '../../shared/lists/use-hash-target.ts';
import { useUser } from '../../shared/session/session-context.tsx';
import { dueLabel } from './due.ts';
import { TaskEditor } from './form/task-editor.tsx';
import styles from './task-item.module.css';
import { useTaskActs } from './use-task-acts.ts';

/** A task with its box to tick, its due date seen from the workspace's today, and its actions. */
export function TaskItem({ task }: { task: Task }): ReactElement {
  const [isEditing, setEditing] = useState(false);
  const acts = useTaskActs(task);
  const { ref } = useHashTarget<HTMLLIElement>(`task-${task.id}`);
  if (isEditing) return <TaskEditor task={task} update={acts.update} onClose={() => setEditing(false)} />;
  const isDone = task.status === 'done';
  return (
    <li ref={ref} className={styles['task']}>
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
    </li>
  );
}

function TaskFacts({ task }: { task: Task }): ReactElement {
  const { today } = useUser();
  const due = task.dueDate === null || task.status === 'done' ? null : dueLabel(task.dueDate, today);
  return (
    <p className={styles['facts']}>
      {due !== null &&
        (due.tone === 'neutral' ? (
          <span>{due.text}</span>
        ) : (
          <StatusLabel tone={due.tone}>{due.text}</StatusLabel>
        ))}
      {task.priority === 'high' && <StatusLabel tone="warning">High priority</StatusLabel>}
      {task.priority === 'low' && <span>Low priority</span>}
      {task.audience === 'client' && <StatusLabel tone="info">Asked of the client</StatusLabel>}
      <span>{task.assignee?.displayName ?? 'Nobody assigned'}</span>
    </p>
  );
}
