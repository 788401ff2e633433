import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './triage-list.module.css';
import { triageCountQuery } from './triage.queries.ts';

/** The way to mail of unknown senders, while some waits. */
export function TriageLink(): ReactNode {
  const { data: count = 0 } = useQuery(triageCountQuery());
  if (count === 0) return null;
  return (
    <Link to="/admin/users/triage" className={styles['link']}>
      {count.toLocaleString('en')} from unknown senders
    </Link>
  );
}
