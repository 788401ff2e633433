import { dueGroups, type DueGroup, type Task, type TaskTotals } from '@handover/contract/tasks.ts';
import type { ReactElement } from 'react';
import { useUser } from '#shared/session/session-context.tsx';
import { dueGroupOf } from '../due.ts';
import styles from './due-groups.module.css';
import { TaskRow } from './task-row.tsx';
import type { Picked } from './use-picked.ts';

type Heading = DueGroup | 'done';

const headings: Readonly<Record<Heading, string>> = {
  overdue: 'Overdue',
  today: 'Today',
  tomorrow: 'Tomorrow',
  thisWeek: 'This week',
  later: 'Later',
  none: 'No date',
  done: 'Done',
};

interface DueGroupsProps {
  tasks: readonly Task[];
  /** All of them are done, and stand under one heading. */
  isDone: boolean;
  totals: TaskTotals | undefined;
  picked: Picked;
  onOpen: (task: Task) => void;
}

/** Tasks under the headings of when they are due, with how many there are in all. */
export function DueGroups({ tasks, isDone, totals, picked, onOpen }: DueGroupsProps): ReactElement {
  const { today } = useUser();
  const groups: readonly Heading[] = isDone ? ['done'] : dueGroups;
  return (
    <>
      {groups.map((group) => {
        const own = tasks.filter((task) => isDone || dueGroupOf(task.dueDate, today) === group);
        if (own.length === 0) return null;
        const total = group === 'done' ? totals?.status.done : totals?.due[group];
        return <Group key={group} group={group} tasks={own} total={total} picked={picked} onOpen={onOpen} />;
      })}
    </>
  );
}

interface GroupProps {
  group: Heading;
  tasks: readonly Task[];
  total: number | undefined;
  picked: Picked;
  onOpen: (task: Task) => void;
}

function Group({ group, tasks, total = tasks.length, picked, onOpen }: GroupProps): ReactElement {
  const count = tasks.filter(picked.has).length;
  return (
    <section aria-labelledby={`group-${group}`}>
      <div className={styles['top']}>
        <input
          type="checkbox"
          className={styles['pick']}
          aria-label={`Select all shown: ${headings[group]}`}
          checked={count === tasks.length}
          ref={(box) => {
            if (box !== null) box.indeterminate = count > 0 && count < tasks.length;
          }}
          onChange={(event) => picked.pick(tasks, event.target.checked)}
        />
        <h2 id={`group-${group}`} className={styles['heading']} data-group={group}>
          {headings[group]} <span className={styles['count']}>{total.toLocaleString('en')}</span>
        </h2>
      </div>
      <ul className={styles['list']}>
        {tasks.map((task) => (
          <TaskRow
            key={task.id}
            task={task}
            isPicked={picked.has(task)}
            onPick={(isPicked) => picked.pick([task], isPicked)}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </section>
  );
}
