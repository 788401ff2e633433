import type { ReactElement } from 'react';
import { useUser } from '#shared/session/session-context.tsx';
import { CustomersTile, MailTile, BusinessesTile, TasksTile } from './tiles.tsx';
import styles from './headline.module.css';

/** The figures one looks at first, of the areas open to the viewer, each with the list behind it. */
export function Headline(): ReactElement {
  const { areas } = useUser();
  return (
    <ul className={styles['tiles']} aria-label="At a glance">
      {areas.includes('tasks') && <TasksTile />}
      {areas.includes('users') && <MailTile />}
      {areas.includes('business-center') && <BusinessesTile />}
      {areas.includes('users') && <CustomersTile />}
    </ul>
  );
}
