import { useDraggable } from '@dnd-kit/core';
import { taskTransitions, type TaskStatus } from '@handover/contract/tasks/task-rules.ts';
import type { Task } from '@handover/contract/tasks/tasks.ts';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { TaskFacts } from '../task-facts.tsx';
import { statusNames } from '../task-labels.ts';
import styles from '#shared/records/board/board-card.module.css';

interface TaskCardProps {
  task: Task;
  onMove: (move: { task: Task; status: TaskStatus }) => void;
  onOpen: (task: Task) => void;
}

/** A card on the board. Dragging moves it, its menu moves it too, and its name opens it. */
export function TaskCard({ task, onMove, onOpen }: TaskCardProps): ReactElement {
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: task.id, data: { task } });
  return (
    <li ref={setNodeRef} {...listeners} className={classNames(styles['item'], isDragging && styles['away'])}>
      <CardFace
        task={task}
        title={
          <button type="button" className={styles['title']} title={task.title} onClick={() => onOpen(task)}>
            {task.title}
          </button>
        }
        menu={
          <MenuButton
            isIconOnly
            label={`Actions for ${task.title}`}
            actions={[
              ...taskTransitions[task.status].map((status) => ({
                label: `Move to ${statusNames[status]}`,
                icon: 'solar:arrow-right-linear',
                onSelect: () => onMove({ task, status }),
              })),
              { label: 'Edit', icon: 'solar:pen-linear', onSelect: () => onOpen(task) },
            ]}
          />
        }
      />
    </li>
  );
}

interface CardFaceProps {
  task: Task;
  title?: ReactNode;
  menu?: ReactNode;
  /** Whether the card is being dragged. */
  isLifted?: boolean;
}

/** The content of a card. */
export function CardFace({ task, title, menu, isLifted = false }: CardFaceProps): ReactElement {
  return (
    <div className={classNames(styles['card'], isLifted && styles['lifted'])}>
      <div className={styles['top']}>
        {title ?? <span className={styles['title']}>{task.title}</span>}
        {menu}
      </div>
      <TaskFacts task={task} isLinked isStatusShown={false} />
    </div>
  );
}
