import type { AuditEntry } from '@handover/contract/audit.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import styles from '../rows.module.css';
import { actionText } from './action-text.ts';
import { detailText } from './detail-text.ts';

/** One write: what, by whom, when, and on which record. */
export function EntryRow({ entry }: { entry: AuditEntry }): ReactElement {
  const { action, actor, time, ipAddress, subjectId, detail, isSealed } = entry;
  const hasDetail = Object.keys(detail).length > 0;
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <p className={styles['name']}>
          {actionText(action)}
          {!isSealed && <StatusLabel tone="warning">Not sealed yet</StatusLabel>}
        </p>
        <p className={styles['note']}>
          {actor === null ? 'The system' : <Link to={`?actorId=${actor.id}`}>{actor.displayName}</Link>} ·{' '}
          <RelativeTime time={time} />
          {ipAddress !== null && ` · ${ipAddress}`}
          {subjectId !== null && (
            <>
              {' '}
              · <Link to={`?subjectId=${subjectId}`}>This record</Link>
            </>
          )}
        </p>
        {hasDetail && <p className={styles['facts']}>{detailText(detail)}</p>}
      </div>
    </li>
  );
}
