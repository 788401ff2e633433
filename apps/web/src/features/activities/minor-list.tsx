import type { Activity } from '@handover/contract/records/activities.ts';
import type { CustomField } from '@handover/contract/records/custom-fields.ts';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { formatMinorTitle } from './minor-entries.ts';
import { TimelineEntry } from './timeline-entry.tsx';
import styles from './timeline.module.css';

/** Consecutive sign-ins and edits, collapsed. */
export default function MinorList({
  activities,
  own,
  of,
}: {
  activities: readonly Activity[];
  own: readonly CustomField[];
  of: RecordRef;
}): ReactElement {
  const { timeZone } = useUser();
  const [first] = activities;
  return (
    <li className={classNames(styles['entry'], styles['minor'])}>
      <span className={styles['icon']}>
        <Icon name="solar:pen-linear" size={16} />
      </span>
      <details className={styles['text']}>
        <summary className={styles['summary']}>
          {formatMinorTitle(activities)}
          <span className={styles['gap']}> </span>
          {first !== undefined && (
            <span className={styles['time']}>
              <RelativeTime time={first.occurredAt} timeZone={timeZone} />
            </span>
          )}
        </summary>
        <ol className={styles['folded']}>
          {activities.map((activity) => (
            <TimelineEntry key={activity.id} activity={activity} own={own} of={of} />
          ))}
        </ol>
      </details>
    </li>
  );
}
