import type { Task } from '@handover/contract/tasks/tasks.ts';
import { openTaskStatuses } from '@handover/contract/tasks/task-rules.ts';
import type { ReactElement } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { TaskFacts } from './task-facts.tsx';
import { statusNames } from './task-labels.ts';
import { useTaskMutations } from './use-task-mutations.ts';
import styles from './task-row.module.css';
import { listPostponements, type DueMoves } from './moving/use-day-move.ts';

interface TaskRowProps {
  task: Task;
  onOpen: (task: Task) => void;
  dueMoves: DueMoves;
}

/** A task in a list. A click on the checkbox completes it, a click on the name opens it. */
export function TaskRow({ task, onOpen, dueMoves }: TaskRowProps): ReactElement {
  const isDone = task.status === 'done';
  return (
    <li className={styles['row']}>
      <DoneButton task={task} />
      <div className={styles['text']}>
        <button
          type="button"
          className={classNames(styles['title'], isDone && styles['done'])}
          title={task.title}
          onClick={() => onOpen(task)}
        >
          {task.title}
        </button>
        <TaskFacts task={task} isLinked />
      </div>
      <TaskMenu task={task} onOpen={onOpen} dueMoves={dueMoves} />
    </li>
  );
}

/** Completes a task, or opens it again. */
export function DoneButton({ task }: { task: Task }): ReactElement {
  const mutations = useTaskMutations(task);
  const isDone = task.status === 'done';
  return (
    <button
      type="button"
      className={styles['check']}
      aria-label={`${isDone ? 'Reopen' : 'Done'}: ${task.title}`}
      aria-pressed={isDone}
      aria-busy={mutations.isPending}
      disabled={task.deletedAt !== null}
      onClick={mutations.toggle}
    >
      <Icon name="solar:check-circle-bold" size={22} />
    </button>
  );
}

interface TaskMenuProps {
  task: Task;
  /** Without it, the menu has no Edit button. */
  onOpen?: (task: Task) => void;
  dueMoves?: DueMoves;
}

/** Actions on a task. */
export function TaskMenu({ task, onOpen, dueMoves = listPostponements }: TaskMenuProps): ReactElement {
  const { today } = useUser();
  const mutations = useTaskMutations(task);
  if (task.deletedAt !== null)
    return (
      <MenuButton
        isIconOnly
        label={`Actions for ${task.title}`}
        actions={[{ label: 'Restore', icon: 'solar:restart-linear', onSelect: mutations.restore }]}
      />
    );
  return (
    <MenuButton
      isIconOnly
      label={`Actions for ${task.title}`}
      actions={[
        ...(task.status === 'done' ? [] : dueMoves({ task, today, moveTo: mutations.postponeTo })),
        ...openTaskStatuses
          .filter((status) => status !== task.status)
          .map((status) => ({
            label: `Move to ${statusNames[status]}`,
            icon: 'solar:arrow-right-linear',
            onSelect: () => mutations.moveTo(status),
          })),
        ...(onOpen === undefined
          ? []
          : [{ label: 'Edit', icon: 'solar:pen-linear', onSelect: () => onOpen(task) }]),
        {
          label: 'Move to trash',
          icon: 'solar:trash-bin-trash-linear',
          isDangerous: true,
          onSelect: mutations.remove,
        },
      ]}
    />
  );
}
