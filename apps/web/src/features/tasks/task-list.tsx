import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { LoadMore } from '#shared/lists/load-more.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { useReachItem } from '#shared/lists/use-hash-target.ts';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import { TaskItem } from './task-item.tsx';
import styles from './task-list.module.css';
import { recordTasksQuery } from './tasks.queries.ts';

/** The open tasks of a record by due date; the done ones on demand. */
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
  useReachItem('task', { query, items: tasks });
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
