import { clientRequestStateNames } from '@handover/contract/room-request-names.ts';
import type { Task } from '@handover/contract/tasks.ts';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import styles from './client-tasks.module.css';

type Request = Task['requests'][number];

const tones: Partial<Record<Request['state'], 'success' | 'error' | 'info'>> = {
  verified: 'success',
  refused: 'error',
  uploaded: 'info',
};

/** The documents that complete a task; each leads to where it is uploaded. */
export function TaskRequests({ requests }: { requests: readonly Request[] }): ReactElement {
  return (
    <ul className={styles['requests']}>
      {requests.map(({ id, title, state, refusal }) => (
        <li key={id}>
          <Link className={styles['link']} to={`#request-${id}`}>
            {title}
          </Link>{' '}
          <StatusLabel tone={tones[state] ?? 'warning'}>{clientRequestStateNames[state]}</StatusLabel>
          {refusal !== null && <p className={styles['refusal']}>{refusal}</p>}
        </li>
      ))}
    </ul>
  );
}
