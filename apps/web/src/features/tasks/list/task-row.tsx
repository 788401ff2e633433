import type { Task } from '@handover/contract/tasks.ts';
import { openTaskStatuses } from '@handover/contract/task-rules.ts';
import type { ReactElement } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { postponements, type DueMoves } from '../moving/due-moves.ts';
import { TaskFacts } from '../task-facts.tsx';
import { statusNames } from '../task-labels.ts';
import { useTaskMutations } from '../use-task-mutations.ts';
import styles from './task-row.module.css';

interface TaskRowProps {
  task: Task;
  /** Without it the row cannot be selected. */
  onPick?: (isPicked: boolean) => void;
  isPicked?: boolean;
  onOpen: (task: Task) => void;
  dueMoves?: DueMoves;
}

/** A task in a list: done by a click, opened by its name. */
export function TaskRow({
  task,
  onPick,
  isPicked = false,
  onOpen,
  dueMoves = postponements,
}: TaskRowProps): ReactElement {
  const { today } = useUser();
  const acts = useTaskMutations(task);
  const isDone = task.status === 'done';
  return (
    <li className={classNames(styles['row'], isPicked && styles['picked'])}>
      {onPick !== undefined && (
        <input
          type="checkbox"
          className={styles['pick']}
          aria-label={`Select: ${task.title}`}
          checked={isPicked}
          onChange={(event) => onPick(event.target.checked)}
        />
      )}
      <button
        type="button"
        className={styles['check']}
        aria-label={`${isDone ? 'Open again' : 'Done'}: ${task.title}`}
        aria-pressed={isDone}
        aria-busy={acts.isPending}
        onClick={acts.toggle}
      >
        <Icon name="solar:check-circle-bold" size={22} />
      </button>
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
      <MenuButton
        isIconOnly
        label={`Actions for ${task.title}`}
        actions={[
          ...(isDone ? [] : dueMoves({ task, today, moveTo: acts.postponeTo })),
          ...openTaskStatuses
            .filter((status) => status !== task.status)
            .map((status) => ({
              label: `Move to ${statusNames[status]}`,
              icon: 'solar:arrow-right-linear',
              onSelect: () => acts.moveTo(status),
            })),
          { label: 'Edit', icon: 'solar:pen-linear', onSelect: () => onOpen(task) },
          { label: 'Delete', icon: 'solar:trash-bin-trash-linear', isDangerous: true, onSelect: acts.remove },
        ]}
      />
    </li>
  );
}
