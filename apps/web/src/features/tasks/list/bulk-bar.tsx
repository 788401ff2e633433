import type { BulkTaskAction } from '@handover/contract/task-bulk.ts';
import type { Task } from '@handover/contract/tasks.ts';
import type { ReactElement } from 'react';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { MemberOptions } from '#shared/members/member-options.tsx';
import styles from './bulk-bar.module.css';
import { useBulk } from './use-bulk.ts';

/** Stands in place of the line for new tasks while some are selected. */
export function BulkBar({ tasks, onClear }: { tasks: readonly Task[]; onClear: () => void }): ReactElement {
  const { act, isPending } = useBulk({ onDone: onClear });
  const start = (action: BulkTaskAction): void =>
    act(
      tasks.map(({ id }) => id),
      action,
    );
  return (
    <div className={styles['bar']} role="group" aria-label="Selected tasks" aria-busy={isPending}>
      <div className={styles['chosen']}>
        <p className={styles['count']} role="status">
          {tasks.length.toLocaleString('en')} selected
        </p>
        <Button size="small" variant="text" onClick={onClear}>
          Clear selection
        </Button>
      </div>
      <div className={styles['actions']}>
        <Button size="small" onClick={() => start({ kind: 'done' })}>
          Done
        </Button>
        <Button size="small" variant="outlined" onClick={() => start({ kind: 'postpone', to: 'tomorrow' })}>
          To tomorrow
        </Button>
        <Button size="small" variant="outlined" onClick={() => start({ kind: 'postpone', to: 'nextWeek' })}>
          To next week
        </Button>
        <select
          className={styles['assign']}
          aria-label="Assign to"
          value=""
          onChange={({ target: { value } }) =>
            start({ kind: 'assign', assigneeId: value === 'none' ? null : value })
          }
        >
          <option value="" disabled>
            Assign to…
          </option>
          <MemberOptions />
          <option value="none">Nobody</option>
        </select>
        <Button size="small" variant="outlined" onClick={() => start({ kind: 'delete' })}>
          Delete
        </Button>
      </div>
    </div>
  );
}
