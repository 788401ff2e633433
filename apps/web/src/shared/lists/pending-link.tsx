import type { ReactElement } from 'react';
import { Link } from 'react-router';
import styles from './pending-link.module.css';

/** Beside the actions of a list: the way to work that waits. */
export function PendingLink({ to, children }: { to: string; children: string }): ReactElement {
  return (
    <Link to={to} className={styles['link']}>
      {children}
    </Link>
  );
}
